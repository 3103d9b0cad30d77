/** What users of an invented workshop write to each other, with the frequency of each kind in percent. */
export interface Kind {
  readonly name: string;
  readonly share: number;
  readonly texts: readonly string[];
}

const LINES_OF_CODE = [
  'export function split(loaf: Loaf, parts: number): Slice[] {',
  '  if (parts < 1) throw new RangeError(`no parts: ${parts}`);',
  '  const width = loaf.length / parts; // in millimetres',
  '  return Array.from({ length: parts }, (_, at) => loaf.cut(at * width, width));',
  '}',
  '',
];

export const CORPUS: readonly Kind[] = [
  {
    name: 'short chat',
    share: 70,
    texts: [
      'sounds good',
      'ok, see you at 3 then',
      'has anybody looked at the second oven yet? it was **very** slow this morning',
      'thanks @**Rosa Lind**, that *was* it :tada:',
      'https://rye.example/orders/1234?from=mail is the one that I mean, the other one is done',
      'no idea, but `systemctl status oven` should tell',
      'we could take the recipe of last year, only with less salt, and ask the people in #**daily bread** what they think of it',
      'moved to #**daily bread>spelt rolls** so that it is not lost',
      'fixed in #482, please have another look when you find the time 🎉',
      '+1',
    ],
  },
  {
    name: 'longer text',
    share: 15,
    texts: [
      '> does the new flour need more water?\n\nYes, about 3 % more. We tried three batches:\n\n* 60 %: too dry\n* 63 %: **good**, also on the second day\n* 66 %: sticks to the table\n\nMore in [the notes](https://rye.example/notes/flour), see the part on *hydration*.',
      'This week:\n\n1. order flour (@**Kim Ode|44**)\n2. clean the oven\n  * take the plates out\n  * brush, no water\n3. count the trays\n\nNext week nobody is here on Friday, so please plan for that, and tell me until Tuesday what you need from the market.',
      '@*ovens* the delivery comes <time:2026-03-07T15:00:00Z>.\n\n```quote\nPlease keep the gate open from two on.\n```\n\nI can be there, but somebody else has to sign, and the ramp needs two people anyway. Who has time?',
    ],
  },
  {
    name: 'code',
    share: 8,
    texts: [
      `It fails here:\n\n\`\`\`ts\n${LINES_OF_CODE.join('\n')}\`\`\`\nany idea?`,
      '```sh\ncurl -s https://rye.example/health | jq .ovens\n```',
    ],
  },
  {
    name: 'tables',
    share: 4,
    texts: [
      `| day | rolls | loaves |\n|:----|------:|-------:|\n${Array.from({ length: 10 }, (_, day) => `| ${day + 1}. | ${day * 37} | **${day * 5}** |`).join('\n')}`,
    ],
  },
  {
    name: 'math',
    share: 3,
    texts: [
      'the surface grows with $$4 \\pi r^2$$, the volume only with $$\\frac{4}{3} \\pi r^3$$',
      '```math\n\\int_0^t k \\, e^{-k x} \\, dx = 1 - e^{-k t}\n```',
    ],
  },
];

/** A text of so many characters, made of all requested kinds. */
export function longText(length: number, kinds: readonly Kind[]): string {
  const texts = kinds.flatMap((kind) => kind.texts);
  let text = '';
  for (let at = 0; text.length < length; at++) text += `${texts[at % texts.length]}\n\n`;
  return text.slice(0, length);
}
