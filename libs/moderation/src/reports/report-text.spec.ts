import { render } from '@app/markdown';
import { Named, ReportedMessage, reportText, reportTopic } from './report-text';

const [alma, ben, cleo] = ['Alma Baker', 'Ben Miller', 'Cleo Cook'].map((fullName, at) => ({ id: at + 1, fullName }));

const message = (parts: Partial<ReportedMessage> = {}): ReportedMessage => ({
  id: 77,
  sender: ben,
  content: 'Buy oats!',
  sentAt: 1_795_291_200,
  place: { channel: { id: 5, name: 'daily bread' }, topic: 'rye' },
  ...parts,
});

const rendered = (text: string, people: Named[] = [alma, ben, cleo]): string =>
  render(text, {
    users: people.map(({ id, fullName }) => ({ id, fullName })),
    groups: [],
    channels: [{ id: 5, name: 'daily bread' }],
    emoji: [],
    linkifiers: [],
  } as never).html;

describe('the text of a report', () => {
  it('names reporter and sender, quotes the reason, and hides the message in a spoiler below its link', () => {
    const text = reportText(alma, message(), { reason: 'norms', description: 'Too loud' });
    expect(text).toBe(
      [
        '@_**Alma Baker|1** reported a message sent by @_**Ben Miller|2** at <time:2026-11-21T20:00:00Z>.',
        '```quote',
        '**Violates community norms**. Too loud',
        '```',
        '```spoiler Original message: #**daily bread>rye@77**',
        'Buy oats!',
        '```',
      ].join('\n'),
    );
    const html = rendered(text);
    expect(html).toContain('<blockquote>\n<p><strong>Violates community norms</strong>. Too loud</p>\n</blockquote>');
    expect(html).toContain('href="/#narrow/channel/5-daily-bread/topic/rye/near/77"');
    expect(html).toContain('class="spoiler-content"');
  });

  it.each<[string, Named[], string]>([
    ['one other', [ben, alma], ' to @_**Alma Baker|1** at '],
    ['nobody', [ben], ' to nobody else at '],
    [
      'many',
      [ben, ...Array.from({ length: 6 }, (_, at) => ({ id: 10 + at, fullName: `Guest ${at}` }))],
      ' to @_**Guest 0|10**, @_**Guest 1|11**, @_**Guest 2|12**, @_**Guest 3|13**, 2 others at ',
    ],
  ])('says that a direct message went to %s', (_, people, expected) => {
    const text = reportText(alma, message({ place: { people } }), { reason: 'spam', description: '' });
    expect(text).toContain(expected);
    const ids = people.map(({ id }) => id).join(',');
    expect(rendered(text, people)).toContain(`href="/#narrow/dm/${ids}-dm/near/77"`);
  });

  it.each(['bread & `butter`', 'a>b', 'x**y', '~~~', '[a](b)', '$$x$$', 'end}', '\\', '<b>'])(
    'links to the topic %s and no other place',
    (topic) => {
      const place = { channel: { id: 5, name: 'daily bread' }, topic };
      const html = rendered(reportText(alma, message({ place }), { reason: 'spam', description: '' }));
      expect(html).toMatch(
        /class="spoiler-header">.*href="\/#narrow\/channel\/5-daily-bread\/topic\/[^"/]*\/near\/77"/s,
      );
      expect(html).toContain('<p>Buy oats!</p>');
    },
  );

  it.each(['```', '```js\nx', '~~~~', '````quote\n```\n````', '```spoiler a\n```\nb', '`````', '> x\n```'])(
    'keeps the parts separate when the description is %j',
    (description) => {
      const html = rendered(reportText(alma, message(), { reason: 'other', description }));
      expect(html).toMatch(/^<p>.*<\/blockquote>\n<div class="spoiler-block">.*Buy oats!.*<\/div><\/div>$/s);
    },
  );

  it.each(['```', '```js\nx', '`````\n````quote', '```\n```\n@**all**'])(
    'keeps the message %j inside the spoiler',
    (content) => {
      const html = rendered(reportText(alma, message({ content }), { reason: 'spam', description: 'x' }));
      expect(html).toMatch(/^<p>.*<div class="spoiler-content" aria-hidden="true">.*<\/div><\/div>$/s);
      expect(html.match(/<\/div><\/div>/g)).toHaveLength(1);
    },
  );

  it.each([
    ['in one line', '`'.repeat(4_500)],
    ['in lines of every length', Array.from({ length: 90 }, (_, at) => '`'.repeat(at + 1)).join('\n')],
  ])('encloses a message with very many backticks %s', (_, backticks) => {
    const content = `${backticks}\n${'x'.repeat(3_000)}\nBuy poison!`;
    const text = reportText(alma, message({ content }), { reason: 'spam', description: '`'.repeat(1_000) });
    expect(text).toContain('Buy poison!');
    expect([...text].length).toBeLessThanOrEqual(10_000);
    expect(rendered(text)).toMatch(/^<p>.*<\/blockquote>\n<div class="spoiler-block">.*Buy poison!.*<\/div><\/div>$/s);
  });

  it('cuts a long message so that the report fits', () => {
    const text = reportText(alma, message({ content: 'ö'.repeat(10_000) }), {
      reason: 'other',
      description: 'x'.repeat(1_000),
    });
    expect([...text].length).toBeLessThanOrEqual(10_000);
    expect(text).toContain('ö\n[message truncated]\n```');
  });

  it('belongs to a topic named after the sender of the message', () => {
    expect(reportTopic(ben)).toBe('Ben Miller moderation');
  });
});
