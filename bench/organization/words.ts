import { Random } from './random';

/** Words to search for: in twenty messages, in every hundredth, in every fifth. */
export const WORDS = { rare: 'zeppelin', onePercent: 'invoice', twentyPercent: 'project' } as const;
const RARE_EVERY = 50_000;

const COMMON =
  `the to and of a in is it that for on you with this be we have are not can will if there what was so do but
  they at as from all one or would like think just about when which time people get know some good new now see use make need
  want work works working test tests build release server client user users message channel topic meeting today tomorrow
  yesterday week month review change changes merge branch question answer idea problem issue fix fixed error page list
  order price customer contract report budget travel office coffee lunch train ticket plan planning design draft colour
  picture file files folder download upload slow fast open close start stop update version deploy database query index
  table column cache memory disk network request response token session password login account team group member guest
  holiday birthday thanks please sorry yes no maybe great nice done later soon first last next again already still never
  always often together alone before after under over between without within around against during through because`
    .split(/\s+/)
    .filter((word) => word);

const SYLLABLES =
  'ba be bi bo bra ca ce co cru da de di do dra fa fe fi fo gra ha he ho ja jo ka ke ki la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so sta ta te ti to tra va ve vi vo wa wi za zo'.split(
    ' ',
  );
const INVENTED = 12_000;

/** Common words first: in any language, few words make most of a text. */
function vocabulary(random: Random): string[] {
  const invented = new Set<string>();
  while (invented.size < INVENTED) {
    invented.add(Array.from({ length: 2 + random.below(3) }, () => random.of(SYLLABLES)).join(''));
  }
  return [...COMMON, ...invented];
}

export interface Text {
  readonly content: string;
  readonly html: string;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  readonly mentionsChannel: boolean;
}

/** A user who can be mentioned in a text. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Writes realistic messages: mostly a line, sometimes pages. */
export class Writer {
  private readonly words: readonly string[];
  private count = 0;

  constructor(private readonly random: Random) {
    this.words = vocabulary(random);
  }

  word(): string {
    return this.words[Math.floor(this.words.length ** this.random.next()) - 1];
  }

  /** Two to four words. */
  title(): string {
    return Array.from({ length: 2 + this.random.below(3) }, () => this.word()).join(' ');
  }

  /** `mayNameAll`: may also mention all users of the channel. */
  text(named: Named | null, mayNameAll: boolean): Text {
    const { random } = this;
    const long = random.next();
    const length = long < 0.55 ? 3 + random.below(8) : long < 0.97 ? 8 + random.below(25) : 60 + random.below(240);
    const words = Array.from({ length }, () => this.word());
    const put = (word: string) => (words[random.below(length)] = word);
    if (random.happens(0.2)) put(WORDS.twentyPercent);
    if (random.happens(0.01)) put(WORDS.onePercent);
    if (++this.count % RARE_EVERY === RARE_EVERY / 2) put(WORDS.rare);
    const plain = words.join(' ');
    const mentionsChannel = mayNameAll && random.happens(0.0005);
    const before = mentionsChannel
      ? ['@**all** ', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> ']
      : ['', ''];
    if (named) {
      before[0] += `@**${named.name}** `;
      before[1] += `<span class="user-mention" data-user-id="${named.id}">@${named.name}</span> `;
    }
    const after = this.appendix();
    return {
      content: before[0] + plain + after.source,
      html: `<p>${before[1]}${plain}${after.html}`,
      hasLink: after.hasLink ?? false,
      hasImage: after.hasImage ?? false,
      hasAttachment: after.hasAttachment ?? false,
      mentionsChannel,
    };
  }

  private appendix(): { source: string; html: string } & Partial<Text> {
    const what = this.random.next();
    if (what < 0.08) {
      const url = `https://example.com/${this.word()}/${this.random.below(1e6)}`;
      return { source: ` ${url}`, html: ` <a href="${url}">${url}</a></p>`, hasLink: true };
    }
    if (what < 0.1) {
      const path = `/user_uploads/1/${this.random.below(1e6)}/${this.word()}.png`;
      const html = ` <a href="${path}">picture</a></p>`;
      return { source: ` [picture](${path})`, html, hasLink: true, hasImage: what < 0.09, hasAttachment: true };
    }
    if (what < 0.12) {
      const code = `const ${this.word()} = ${this.word()}();`;
      const html = `</p>\n<div class="codehilite"><pre><span></span><code>${code}\n</code></pre></div>`;
      return { source: `\n\`\`\`\n${code}\n\`\`\``, html };
    }
    return { source: '', html: '</p>' };
  }
}
