import { Client } from 'pg';
import { cpuMsOf } from '../support/cpu-time';
import type { Person } from '../support/person';
import { World } from '../support/world';

const words = (operand: string, negated = false) => ({ operator: 'search', operand, negated });

/** Search results respect permissions, and a search costs other users little. */
describe('searching', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let places = 0;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
  });
  afterAll(() => world.stop());

  const find = async (person: Person, narrow: unknown[]): Promise<number[]> => {
    const parameters = { anchor: 'newest', num_before: 1000, num_after: 0, narrow };
    return ((await person.ok('GET', 'messages', parameters)).messages as { id: number }[]).map(({ id }) => id);
  };
  const matching = async (person: Person, msg_ids: number[], narrow: unknown[]) =>
    Object.keys((await person.ok('GET', 'messages/matches_narrow', { msg_ids, narrow })).messages as object).map(
      Number,
    );
  const found = async (parameters: object): Promise<string> => {
    const name = `vault ${places++}`;
    await ana.subscribe(name, { invite_only: true, ...parameters });
    return name;
  };

  it('mistake 5: finds nothing of protected history, by words or by topic', async () => {
    const name = await found({ history_public_to_subscribers: false });
    const early = await ana.send(name, 'marmoset matters', 'an early marmoset');
    await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name }], principals: [ben.id] });
    const late = await ana.send(name, 'marmoset matters', 'a late marmoset');
    for (const narrow of [[words('marmoset')], [words('marmoset'), { operator: 'channel', operand: name }]]) {
      expect(await find(ben, narrow)).toEqual([late]);
      expect(await matching(ben, [early, late], narrow)).toEqual([late]);
      expect(await find(ana, narrow)).toEqual([early, late]);
    }
    expect(await find(ben, [words('early')])).toEqual([]);
    expect(await find(ben, [words('late', true), { operator: 'channel', operand: name }])).not.toContain(early);
  });

  it('mistake 13: finds nothing in channels and conversations of others', async () => {
    const name = await found({});
    const secret = await ana.send(name, 'plans', 'a hidden pangolin');
    const direct = await ana.sendTo([gus], 'a whispered pangolin');
    expect(await find(ana, [words('pangolin')])).toEqual([secret, direct]);
    expect(await find(gus, [words('pangolin')])).toEqual([direct]);
    for (const person of [ben, world.owner]) {
      expect(await find(person, [words('pangolin')])).toEqual([]);
      expect(await find(person, [words('pangolin'), { operator: 'channels', operand: 'public' }])).toEqual([]);
      expect(await matching(person, [secret, direct], [words('pangolin')])).toEqual([]);
    }
  });

  it('mistake 4: finds nothing after unsubscribing, or after a move out of reach', async () => {
    const [left, away] = [await found({}), await found({})];
    await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: left }], principals: [ben.id] });
    const stays = await ana.send(left, 'one', 'first okapi');
    const goes = await ana.send(left, 'two', 'second okapi');
    expect(await find(ben, [words('okapi')])).toEqual([stays, goes]);
    await world.owner
      .ok('PATCH', 'realm', { can_move_messages_between_channels_group: { new: 11 } })
      .catch(() => undefined);
    await ana.ok('PATCH', `messages/${goes}`, {
      stream_id: await ana.channelId(away),
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
    });
    expect(await find(ben, [words('okapi')])).toEqual([stays]);
    expect(await find(ana, [words('okapi'), { operator: 'channel', operand: away }])).toEqual([goes]);
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: [left] });
    expect(await find(ben, [words('okapi')])).toEqual([]);
  });

  it('mistake 21: highlights text and never markup', async () => {
    await ana.subscribe('markup');
    const source =
      '[span](https://span.example/span?class=highlight "span") `span <span>` **span** @**span** :span: </span> &span; $$span$$\n```spoiler span\nspan\n```';
    const id = await ana.send('markup', '<span class="span">&span;', source);
    const parameters = { anchor: id, num_before: 0, num_after: 0, narrow: [words('span')] };
    const [message] = (await ana.ok('GET', 'messages', parameters)).messages as Record<string, string>[];
    const without = (html: string) => html.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1');
    expect(without(message.match_content)).toBe(message.content);
    expect(message.match_content).not.toMatch(/<[^>]*<span class="highlight">/);
    expect(without(message.match_subject)).toBe('&lt;span class=&quot;span&quot;&gt;&amp;span;');
    expect(message.match_subject).toContain('&lt;<span class="highlight">span</span> class');
  });

  it('mistake 22: answers every search term in limited time', async () => {
    await ana.subscribe('hostile');
    const text = `${'ab '.repeat(1_000)}${'%_\\'.repeat(500)}${'"'.repeat(100)}${'東'.repeat(500)}${'a'.repeat(3_000)}`;
    await ana.send('hostile', 'text', text);
    const hostile = [
      ...[
        '"',
        '""',
        '" "',
        "'",
        '\\',
        '%',
        '&',
        '|',
        '!',
        ':*',
        '<->',
        '( | )',
        "' & !'",
        '\u200b',
        '👍',
        '#1',
        '~012',
        '@',
      ],
      'a:* & b | !c <-> d',
      '"%_\\"',
      `"${'%_'.repeat(500)}"`,
      'ab '.repeat(1_500),
      '"ab ab" '.repeat(400),
      '東'.repeat(1_000),
      'a'.repeat(4_000),
      `${'(('.repeat(1_000)}x`,
      Array.from({ length: 800 }, (_, n) => `word${n}`).join(' '),
      Array.from({ length: 800 }, (_, n) => `a.b${n}`).join('/'),
    ];
    const took = await cpuMsOf(async () => {
      for (const operand of hostile) {
        for (const narrow of [[words(operand)], [words(operand, true), { operator: 'channel', operand: 'hostile' }]]) {
          const { status, body } = await ana.post('messages/flags/narrow', {
            narrow,
            anchor: 'newest',
            num_before: 10,
            num_after: 0,
            op: 'add',
            flag: 'read',
          });
          expect([operand.slice(0, 20), status, body.code]).toEqual([
            operand.slice(0, 20),
            status === 400 ? 400 : 200,
            body.code,
          ]);
          expect(status === 200 || body.code === 'BAD_REQUEST' || body.code === 'BAD_NARROW').toBe(true);
        }
      }
    });
    expect(took / (2 * hostile.length)).toBeLessThan(1_000);
  });

  it('mistake 22: ends a search that takes too long, with advice in the error', async () => {
    await ana.send('hostile', 'slow', 'a lazy sloth');
    const slow = new Client({ connectionString: world.databaseUrl });
    await slow.connect();
    try {
      await slow.query('BEGIN; LOCK TABLE move_hop IN ACCESS EXCLUSIVE MODE');
      const narrows = [[words('sloth')], [{ operator: 'is', operand: 'unread', negated: true }]];
      const answers = await Promise.all(
        narrows.map((narrow) => ana.get('messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow })),
      );
      for (const { status, body } of answers)
        expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', expect.stringContaining('takes too long')]);
    } finally {
      await slow.end();
    }
    expect(await find(ana, [words('sloth')])).toHaveLength(1);
  });

  it('rejects invalid search terms', async () => {
    const fault = async (operand: unknown) =>
      (
        await ana.get('messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [{ operator: 'search', operand }],
        })
      ).body;
    for (const operand of ['', '   ', [1], {}, null]) expect((await fault(operand)).result).toBe('error');
  });
});
