import type { Person } from '../../support/person';
import { World } from '../../support/world';

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

describe('GET /messages/matches_narrow', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let early: number;
  let roof: number;
  let empty: number;
  let direct: number;
  let hidden: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('open');
    early = await ana.send('open', 'roof', 'before ben came');
    await ben.subscribe('open');
    roof = await ana.send('open', 'roof & tiles', 'a **tin** roof');
    empty = await ana.send('open', '', 'nothing');
    direct = await ana.sendTo([ben], 'tin');
    await ana.subscribe('secret', { invite_only: true });
    hidden = await ana.send('secret', 'roof', 'tin');
  });
  afterAll(() => world.stop());

  const matching = async (narrow: unknown, person = ben, ids = [direct, roof, early, empty, hidden, 999_999, roof]) =>
    (await person.ok('GET', 'messages/matches_narrow', { msg_ids: ids, narrow })).messages;

  it('ignores ids that no message can have', async () => {
    const ids = [-1, roof, Number.MIN_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER];
    expect(Object.keys((await matching([], ben, ids)) as object)).toEqual([String(roof)]);
    expect(await matching([], ben, [-1])).toEqual({});
  });

  it('returns each message of the personal history that the list returns', async () => {
    const shown = { match_content: '<p>a <strong>tin</strong> roof</p>', match_subject: 'roof &amp; tiles' };
    expect(await matching([term('topic', 'ROOF & tiles')])).toEqual({ [roof]: shown });
    expect(await matching([['topic', 'roof & tiles']])).toEqual({ [roof]: shown });
    expect(await matching([term('is', 'dm')])).toEqual({
      [direct]: { match_content: '<p>tin</p>', match_subject: '' },
    });
    expect(await matching([term('topic', '')])).toEqual({
      [empty]: { match_content: '<p>nothing</p>', match_subject: 'general chat' },
    });
  });

  it('omits messages that the caller can read but did not receive, for every narrow', async () => {
    for (const narrow of [[], [term('channel', 'open')], [term('channels', 'public')]]) {
      const ids = Object.keys((await matching(narrow)) as object).map(Number);
      expect(ids).toEqual(narrow.length === 0 ? [roof, empty, direct] : [roof, empty]);
    }
    await ben.ok('POST', 'messages/flags', { messages: [early], op: 'add', flag: 'starred' });
    expect(Object.keys((await matching([term('channel', 'open')])) as object).map(Number)).toEqual([
      early,
      roof,
      empty,
    ]);
  });

  it('mistake 13: reveals nothing about unreadable messages', async () => {
    const outsider = await world.member('cleo');
    await outsider.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    for (const narrow of [[], [term('search', 'tin')], [term('id', direct)], [term('sender', ana.id)]]) {
      expect(await matching(narrow, outsider)).toEqual({});
    }
    const secret = { msg_ids: [hidden], narrow: [term('channel', 'secret')] };
    const { status, body } = await outsider.get('messages/matches_narrow', secret);
    expect([status, body.code, body.desc]).toEqual([400, 'BAD_NARROW', 'unknown channel secret']);
  });

  it('highlights matches of a search', async () => {
    expect(await matching([term('search', 'tin')])).toEqual({
      [roof]: {
        match_content: '<p>a <strong><span class="highlight">tin</span></strong> roof</p>',
        match_subject: 'roof &amp; tiles',
      },
      [direct]: { match_content: '<p><span class="highlight">tin</span></p>', match_subject: '' },
    });
  });

  it('accepts five thousand messages', async () => {
    const many = Array.from({ length: 4_999 }, (_, index) => 100_000_000 + index);
    expect(Object.keys((await matching([], ben, [roof, ...many])) as object)).toEqual([String(roof)]);
  });

  it('returns an empty result for an empty list', async () => {
    expect(await matching([], ben, [])).toEqual({});
  });

  it.each([
    [{ narrow: [] }, 'REQUEST_VARIABLE_MISSING'],
    [{ msg_ids: [1] }, 'REQUEST_VARIABLE_MISSING'],
    [{ msg_ids: ['x'], narrow: [] }, 'BAD_REQUEST'],
    [{ msg_ids: [1], narrow: 'x' }, 'BAD_REQUEST'],
    [{ msg_ids: [1], narrow: [{ operator: 'is' }] }, 'BAD_REQUEST'],
    [{ msg_ids: Array.from({ length: 5001 }, (_, n) => n), narrow: [] }, 'BAD_REQUEST'],
    [{ msg_ids: [1], narrow: [['odd', 'x']] }, 'BAD_NARROW'],
    [{ msg_ids: [1], narrow: [term('is', 'dm'), term('topic', 'x')] }, 'BAD_NARROW'],
  ])('rejects invalid narrows', async (parameters, code) => {
    const { status, body } = await ben.get('messages/matches_narrow', parameters);
    expect([status, body.code]).toEqual([400, code]);
  });

  it('mistake 9: refuses spectators', async () => {
    const { status, body } = await world.request('GET', 'messages/matches_narrow', { msg_ids: [roof], narrow: [] });
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
