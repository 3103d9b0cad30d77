import { expectFreshSnapshot } from '../../support/fold';
import { uploaded } from '../../support/files';
import { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What the text of a message stores beside its HTML: its contents, and the users with a matching alert word. */
describe('the stored contents of a message', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe('den');
  });
  afterAll(() => world.stop());

  const flagsOf = async (person: Person, id: number) =>
    ((await person.ok('GET', `messages/${id}`)).message as { flags: string[] }).flags.sort();

  describe('is found by', () => {
    const sent: Record<string, number> = {};
    beforeAll(async () => {
      const [picture, text] = [await uploaded(ana, 'p.png', PIXEL), await uploaded(ana, 'notes.txt', 'x')];
      sent.plain = await ana.send('den', 't', 'nothing');
      sent.link = await ana.send('den', 't', 'https://example.org');
      sent.code = await ana.send('den', 't', '`https://example.org`');
      sent.channel = await ana.send('den', 't', '#**den**');
      sent.outside = await ana.send('den', 't', 'https://example.org/x.png');
      sent.quoted = await ana.send('den', 't', '> https://example.org/x.png');
      sent.picture = await ana.send('den', 't', `[p.png](${picture})`);
      sent.file = await ana.send('den', 't', `[notes.txt](${text})`);
      sent.absent = await ana.send('den', 't', '[x](/user_uploads/1/ab/cd/absent.txt)');
      sent.direct = await ana.sendTo([ben], `[p.png](${picture})`);
    });

    const found = async (
      operand: unknown,
      { negated = false, narrow = [{ operator: 'channel', operand: 'den' }] as object[] } = {},
    ) => {
      const { messages } = await ben.ok('GET', 'messages', {
        anchor: 'newest',
        num_before: 100,
        narrow: [...narrow, { operator: 'has', operand, negated }],
      });
      const ids = (messages as { id: number }[]).map(({ id }) => id);
      return Object.keys(sent).filter((name) => ids.includes(sent[name]));
    };

    it('has:link', async () => {
      const linked = ['link', 'channel', 'outside', 'quoted', 'picture', 'file', 'absent'];
      expect(await found('link')).toEqual(linked);
      expect(await found('link', { negated: true })).toEqual(['plain', 'code']);
    });

    it('has:image', async () => {
      expect(await found('image')).toEqual(['outside', 'picture']);
      expect(await found('image', { negated: true })).not.toContain('picture');
      expect(await found('image', { narrow: [] })).toEqual(['outside', 'picture', 'direct']);
      expect(await found('image', { narrow: [{ operator: 'is', operand: 'dm' }] })).toEqual(['direct']);
    });

    it('has:attachment', async () => {
      expect(await found('attachment')).toEqual(['picture', 'file']);
      expect(await found('attachment', { negated: true })).toContain('absent');
      const both = [
        { operator: 'channel', operand: 'den' },
        { operator: 'has', operand: 'image' },
      ];
      expect(await found('attachment', { narrow: both })).toEqual(['picture']);
      expect(await found('attachment', { narrow: [{ operator: 'sender', operand: ben.id }] })).toEqual([]);
    });

    it.each(['links', '', 7, [1]])('but not by has:%j', async (operand) => {
      const narrow = [{ operator: 'has', operand }];
      const { status, body } = await ben.get('messages', { anchor: 'newest', num_before: 1, narrow });
      expect(status).toBe(400);
      if (typeof operand === 'string')
        expect(body).toMatchObject({ code: 'BAD_NARROW', desc: `unknown 'has' operand ${operand}` });
    });

    it('the same terms after an older renderer had stored it', async () => {
      const before = [await found('link'), await found('image'), await found('attachment')];
      await world.sql('UPDATE message SET has_link = false, has_image = false, renderer_version = 1');
      const { Workers } = await import('@app/platform');
      world.service(Workers).nudge('rerenderings');
      const stale = 'SELECT FROM message WHERE renderer_version = 1';
      await until(async () => (await world.sql(stale)).length === 0);
      expect([await found('link'), await found('image'), await found('attachment')]).toEqual(before);
    });
  });

  describe('includes alert words', () => {
    beforeAll(() => ben.ok('POST', 'users/me/alert_words', { alert_words: ['Coffee', 'tea time', 'c++'] }));

    it.each([
      ['fresh coffee!', true],
      ['`coffee` in code', true],
      ['COFFEE', true],
      ['coffeehouse', false],
      ['tea\ntime', false],
      ['it is (tea time)', true],
      ['c++ or c', true],
      ['nothing', false],
    ])('%j: %s', async (content, isAlert) => {
      const id = await ana.send('den', 't', content);
      expect((await flagsOf(ben, id)).includes('has_alert_word')).toBe(isAlert);
      expect(await flagsOf(ana, id)).not.toContain('has_alert_word');
    });

    it('in the event and in the message, also of direct messages and together with a mention', async () => {
      const queue = await ben.register();
      const ids = [await ana.send('den', 't', 'coffee @**Ben Example**'), await ana.sendTo([ben], 'coffee')];
      await queue.drain();
      const told = queue.seen.filter(({ type }) => type === 'message').map(({ flags }) => (flags as string[]).sort());
      expect(told).toEqual([['has_alert_word', 'mentioned'], ['has_alert_word']]);
      expect([await flagsOf(ben, ids[0]), await flagsOf(ben, ids[1])]).toEqual(told);
      await expectFreshSnapshot(queue);
    });

    it('only for users who receive the message', async () => {
      await ana.subscribe('away');
      await ana.send('away', 't', 'coffee');
      const [{ rows }] = await world.sql<{ rows: string }>(
        `SELECT count(*) AS rows FROM message_flag f JOIN message m ON m.id = f.message_id
         WHERE m.topic = 't' AND m.channel_id = $1`,
        [await ana.channelId('away')],
      );
      expect(Number(rows)).toBe(0);
    });

    it('from the time when the word is set, and no longer', async () => {
      const before = await ana.send('den', 't', 'espresso');
      await ben.ok('POST', 'users/me/alert_words', { alert_words: ['espresso'] });
      const during = await ana.send('den', 't', 'espresso');
      await ben.ok('DELETE', 'users/me/alert_words', { alert_words: ['espresso'] });
      const after = await ana.send('den', 't', 'espresso');
      const flags = await Promise.all([before, during, after].map((id) => flagsOf(ben, id)));
      expect(flags.map((words) => words.includes('has_alert_word'))).toEqual([false, true, false]);
    });

    it('found by is:alerted', async () => {
      const found = async (person: Person, negated = false) => {
        const narrow = [{ operator: 'is', operand: 'alerted', negated }];
        const { messages } = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 100, narrow });
        return (messages as { content: string }[]).map(({ content }) => content);
      };
      expect(await found(ben)).toContain('<p>COFFEE</p>');
      expect(await found(ben)).not.toContain('<p>coffeehouse</p>');
      expect(await found(ben, true)).toContain('<p>coffeehouse</p>');
      expect(await found(ana)).toEqual([]);
      const queue = await ben.register({ event_types: ['message'], narrow: [['is', 'alerted']] });
      await ana.send('den', 't', 'no');
      const id = await ana.send('den', 't', 'yes, coffee');
      expect((await queue.drain()).map(({ message }) => (message as { id: number }).id)).toEqual([id]);
    });
  });

  describe('also in its topic', () => {
    const links = (message: unknown) => (message as { topic_links: object[] }).topic_links;

    it('includes links: addresses and matches of linkifiers', async () => {
      await world.owner.ok('POST', 'realm/filters', {
        pattern: '#(?P<id>[0-9]+)',
        url_template: 'https://t.example/{id}',
      });
      const queue = await ben.register();
      const id = await ana.send('den', 'see #42 and example.org', 'x');
      const expected = [
        { text: '#42', url: 'https://t.example/42' },
        { text: 'example.org', url: 'https://example.org' },
      ];
      const event = await queue.until(({ type }) => type === 'message');
      expect(links(event.message)).toEqual(expected);
      expect(links((await ben.ok('GET', `messages/${id}`)).message)).toEqual(expected);
      const { messages } = await ben.ok('GET', 'messages', { anchor: id, num_before: 0, num_after: 0 });
      expect(links((messages as object[])[0])).toEqual(expected);
      expect(links((await ben.ok('GET', `messages/${await ana.sendTo([ben], '#42')}`)).message)).toEqual([]);
    });

    it('uses the current linkifiers', async () => {
      const id = await ana.send('den', 'again #42', 'x');
      const { linkifiers } = await world.owner.ok('GET', 'realm/linkifiers');
      await world.owner.ok('DELETE', `realm/filters/${(linkifiers as { id: number }[])[0].id}`);
      expect(links((await ben.ok('GET', `messages/${id}`)).message)).toEqual([]);
    });
  });
});
