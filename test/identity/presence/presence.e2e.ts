import { expectFreshSnapshot } from '../../support/fold';
import { fromNowOn } from '../../support/from-now-on';
import { ApiResponse, Parameters, Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

type Modern = Record<string, { active_timestamp: number; idle_timestamp: number }>;
type Older = Record<string, Record<string, { client: string; status: string; timestamp: number; pushable?: boolean }>>;

describe('presence', () => {
  let world: World;
  let ana: Person;
  let bea: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, bea, gus] = [await world.member('ana'), await world.member('bea'), await world.guest('gus')];
  });
  afterAll(() => world.stop());
  /** Times of the test at hand. */
  let during: ReturnType<typeof fromNowOn>;
  beforeEach(async () => {
    await world.sql('DELETE FROM presence');
    during = fromNowOn();
  });

  const report = (person: Person, status = 'active', parameters: Parameters = {}): Promise<ApiResponse> =>
    person.post('users/me/presence', { status, ...parameters });
  const ping = (person: Person, status = 'active') => report(person, status, { ping_only: true });
  const modern = async (person: Person, parameters: Parameters = {}) => {
    const { body } = await report(person, 'active', { last_update_id: -1, ...parameters });
    return { presences: body.presences as Modern, last: body.presence_last_update_id as number };
  };
  /** Makes the stored presence of a user older. */
  const ago = (person: Person, seconds: number) =>
    world.sql(
      `UPDATE presence SET active_at = active_at - make_interval(secs => $2),
        connected_at = connected_at - make_interval(secs => $2) WHERE user_id = $1`,
      [person.id, seconds],
    );
  const addressOf = async (person: Person) => (await person.ok('GET', 'users/me')).email as string;
  const now = () => Math.floor(Date.now() / 1000);
  /** As `during`, in whole seconds. */
  const whole = (secondsEarlier = 0) => ({
    asymmetricMatch: (time: unknown) => Number.isInteger(time) && during(secondsEarlier).asymmetricMatch(time),
  });

  it('is keyed by address for older clients and by id for newer ones', async () => {
    await ping(bea, 'idle');
    const { body } = await report(ana);
    const [own, other] = [await addressOf(ana), await addressOf(bea)];
    const entry = (status: string) => ({
      aggregated: { client: 'website', status, timestamp: whole() },
      website: { client: 'website', status, timestamp: whole(), pushable: false },
    });
    expect(body.presences).toEqual({ [own]: entry('active'), [other]: entry('idle') });
    expect(body.server_timestamp).toEqual(during());
    for (const parameters of [{ slim_presence: true }, { last_update_id: -1 }]) {
      const answer = await report(ana, 'active', parameters);
      expect(answer.body.presences).toEqual({
        [ana.id]: { active_timestamp: whole(), idle_timestamp: whole() },
        [bea.id]: { active_timestamp: expect.any(Number), idle_timestamp: whole() },
      });
      expect(Number.isInteger(answer.body.presence_last_update_id)).toBe(true);
    }
  });

  it('can be reported without a list in the answer', async () => {
    const { body } = await report(ana, 'idle', { ping_only: true, new_user_input: true, slim_presence: true });
    expect(body).toEqual({ result: 'success', msg: '' });
    expect(Object.keys((await modern(bea)).presences)).toContain(String(ana.id));
  });

  it('is empty while no user has reported', async () => {
    const { state } = await ana.register({ fetch_event_types: ['presence'], slim_presence: true });
    expect(state).toMatchObject({ presences: {}, presence_last_update_id: -1, server_timestamp: expect.any(Number) });
  });

  it('is listed since an earlier answer', async () => {
    await ping(bea);
    let first = await modern(ana);
    expect(Object.keys(first.presences).sort()).toEqual([ana.id, bea.id].map(String).sort());
    // While an older transaction is open anywhere, an answer does not say that it is complete.
    await until(async () => (first = await modern(ana)).last >= 0);
    const second = await modern(ana, { last_update_id: first.last });
    // The reporting user is present too, and this may be part of the answer.
    const others = ({ presences }: { presences: object }) =>
      Object.keys(presences).filter((id) => Number(id) !== ana.id);
    expect(others(second)).toEqual([]);
    expect(second.last).toBeGreaterThanOrEqual(first.last);
    await ping(gus);
    let third = await modern(ana, { last_update_id: second.last });
    expect(others(third)).toEqual([String(gus.id)]);
    await until(async () => (third = await modern(ana, { last_update_id: second.last })).last > second.last);
    expect(others(third)).toEqual([String(gus.id)]);
    expect((await modern(ana, { last_update_id: 2 ** 52 })).presences).toHaveProperty(String(gus.id));
  });

  it('covers 14 days, or the requested time', async () => {
    await Promise.all([ping(bea), ping(gus)]);
    await Promise.all([ago(bea, 13 * 86_400), ago(gus, 15 * 86_400)]);
    const seen = async (parameters: Parameters = {}) =>
      Object.keys((await modern(ana, parameters)).presences).map(Number);
    expect((await seen()).sort()).toEqual([ana.id, bea.id].sort());
    expect(await seen({ history_limit_days: 20 })).toContain(gus.id);
    expect(await seen({ history_limit_days: 0 })).toEqual([]);
    expect(await seen({ history_limit_days: 0, last_update_id: 1 })).toContain(gus.id);
    const snapshot = async (days: number) =>
      Object.keys(
        (await ana.register({ slim_presence: true, presence_history_limit_days: days })).state.presences as Modern,
      );
    expect([await snapshot(0), (await snapshot(1)).map(Number), (await snapshot(20)).length]).toEqual([
      [],
      [ana.id],
      3,
    ]);
  });

  it('of one account is active or idle', async () => {
    const of = async (person: Person | string) =>
      (await bea.ok('GET', `users/${typeof person === 'string' ? person : person.id}/presence`)).presence;
    await ping(ana);
    const there = { status: 'active', timestamp: whole() };
    expect(await of(ana)).toEqual({ aggregated: there, website: there });
    expect(await of(await addressOf(ana))).toEqual({ aggregated: there, website: there });
    await ago(ana, 100);
    await ping(ana, 'idle');
    expect(await of(ana)).toMatchObject({ aggregated: { status: 'idle', timestamp: whole() } });
    await ago(ana, 1_000);
    expect(await of(ana)).toEqual({
      aggregated: { status: 'offline', timestamp: whole(1_000) },
      website: { status: 'idle', timestamp: whole(1_000) },
    });
  });

  it('of a user whom the caller cannot see is refused', async () => {
    const cid = await world.member('cid');
    await ping(cid);
    await world.owner.ok('DELETE', `users/${cid.id}`);
    const [bot] = await world.sql<{ id: number }>('SELECT id FROM user_account WHERE is_bot');
    for (const who of [cid.id, bot.id, bea.id, 4711, 'x', cid.email, '99999999999999999999']) {
      expect((await ana.get(`users/${who}/presence`)).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(Object.keys((await modern(ana)).presences)).not.toContain(String(cid.id));
  });

  it('of all users is a list by address', async () => {
    await Promise.all([ping(ana), ping(bea)]);
    const { presences, ...rest } = await gus.ok('GET', 'realm/presence');
    expect(Object.keys(presences as Older).sort()).toEqual([await addressOf(ana), await addressOf(bea)].sort());
    expect(rest).toEqual({ result: 'success', msg: '', server_timestamp: expect.any(Number) });
  });

  it.each<[string, Parameters, string]>([
    ['no status', {}, 'REQUEST_VARIABLE_MISSING'],
    ['an unknown status', { status: 'asleep' }, 'BAD_REQUEST'],
    ['a change below -1', { status: 'idle', last_update_id: -2 }, 'BAD_REQUEST'],
    ['a change as text', { status: 'idle', last_update_id: '"1"' }, 'BAD_REQUEST'],
    ['negative days', { status: 'idle', history_limit_days: -1 }, 'BAD_REQUEST'],
    ['days beyond any calendar', { status: 'idle', history_limit_days: 1e15 }, 'BAD_REQUEST'],
    ['a word for a boolean', { status: 'idle', ping_only: '"yes"' }, 'BAD_REQUEST'],
  ])('is refused with %s', async (_, parameters, code) => {
    expect((await ana.post('users/me/presence', parameters)).body).toMatchObject({ result: 'error', code });
    expect((await modern(bea)).presences).not.toHaveProperty(String(ana.id));
  });

  it('is sent when a user becomes active, in the form of each client, and not otherwise', async () => {
    const older = await bea.register();
    const slim = await bea.register({ slim_presence: true });
    const simplified = await bea.register({
      client_capabilities: { notification_settings_null: true, simplified_presence_events: true },
    });
    expect(simplified.state.presences).toEqual({});
    await ping(ana, 'idle');
    await ping(ana, 'idle');
    await ago(ana, 60);
    await ping(ana, 'idle');
    await ping(ana);
    await ago(ana, 60);
    await ping(ana);
    const statuses = [];
    for (const queue of [older, slim]) {
      const told = (await queue.drain()).map(({ id: _, ...event }) => event);
      statuses.push(told.map(({ presence }) => (presence as { website: { status: string } }).website.status));
      expect(told[0]).toEqual({
        type: 'presence',
        user_id: ana.id,
        server_timestamp: expect.any(Number),
        presence: { website: { client: 'website', status: 'idle', timestamp: whole(), pushable: false } },
        ...(queue === older ? { email: await addressOf(ana) } : {}),
      });
    }
    expect(statuses).toEqual([
      ['idle', 'active'],
      ['idle', 'active'],
    ]);
    const [first] = await simplified.drain();
    expect(first).toEqual({
      id: expect.any(Number),
      type: 'presence',
      presences: { [ana.id]: { active_timestamp: expect.any(Number), idle_timestamp: whole() } },
    });
    await ago(ana, 300);
    await ping(ana);
    expect((await slim.drain()).map(({ type }) => type)).toEqual(['presence']);
    await expectFreshSnapshot(older);
  });

  it('is written at most every 55 seconds', async () => {
    const change = async () =>
      (
        await world.sql<{ change: number }>('SELECT change_id::int AS change FROM presence WHERE user_id = $1', [
          ana.id,
        ])
      )[0].change;
    await ping(ana);
    const first = await change();
    await ago(ana, 50);
    await ping(ana);
    expect(await change()).toBe(first);
    await ago(ana, 6);
    await ping(ana);
    expect(await change()).toBeGreaterThan(first);
  });

  it('of a user who hides it is not stored, and ends at once', async () => {
    const queue = await bea.register({ slim_presence: true });
    await ping(ana);
    await ana.ok('PATCH', 'settings', { presence_enabled: false });
    const gone = whole(201);
    expect((await modern(bea)).presences[ana.id]).toEqual({ active_timestamp: gone, idle_timestamp: gone });
    await ping(ana);
    expect((await modern(bea)).presences[ana.id]).toEqual({ active_timestamp: gone, idle_timestamp: gone });
    const others = (await report(ana, 'active', { slim_presence: true })).body.presences as Modern;
    expect(others[ana.id]).toEqual({ active_timestamp: gone, idle_timestamp: gone });
    expect(others).toHaveProperty(String(bea.id));
    await ana.ok('PATCH', 'settings', { presence_enabled: true });
    expect((await modern(bea)).presences[ana.id].active_timestamp).toEqual(whole());
    const told = (await queue.drain()).filter(({ type, user_id }) => type === 'presence' && user_id === ana.id);
    expect(told.map(({ presence }) => (presence as { website: { timestamp: number } }).website.timestamp)).toEqual([
      whole(),
      gone,
      whole(),
    ]);
  });

  it('of a user who never reported stays unknown while hidden', async () => {
    await ana.ok('PATCH', 'settings', { presence_enabled: false });
    await ping(ana);
    expect((await modern(bea)).presences).not.toHaveProperty(String(ana.id));
    expect((await bea.get(`users/${ana.id}/presence`)).status).toBe(400);
    await ana.ok('PATCH', 'settings', { presence_enabled: true });
  });

  it('is not shown when the user hides it during the report', async () => {
    await ping(ana);
    await ago(ana, 100);
    await Promise.all([
      ...Array.from({ length: 6 }, () => ping(ana)),
      ana.ok('PATCH', 'settings', { presence_enabled: false }),
      ...Array.from({ length: 6 }, () => ping(ana)),
    ]);
    expect((await modern(bea)).presences[ana.id].idle_timestamp).toBeLessThanOrEqual(now() - 199);
    await ana.ok('PATCH', 'settings', { presence_enabled: true });
  });

  it('is not stored where the organization disables it', async () => {
    await ping(bea);
    await world.owner.ok('PATCH', 'realm', { presence_disabled: true });
    const queue = await bea.register();
    expect((await report(ana)).body).toMatchObject({ result: 'success', presences: {} });
    expect(queue.state.presences).toEqual({});
    expect((await ana.get(`users/${bea.id}/presence`)).status).toBe(400);
    expect((await ana.ok('GET', 'realm/presence')).presences).toEqual({});
    await world.owner.ok('PATCH', 'realm', { presence_disabled: false });
    expect((await modern(gus)).presences).not.toHaveProperty(String(ana.id));
    expect((await queue.drain()).filter(({ type, user_id }) => type === 'presence' && user_id === ana.id)).toEqual([]);
  });

  it('includes every change for clients that ask for updates, with open transactions', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => world.member(`crowd ${n}`)));
    let { last } = await modern(ana);
    const seen = new Map<string, number>();
    let isDone = false;
    const follow = async (): Promise<void> => {
      while (!isDone) await look();
    };
    const look = async (): Promise<void> => {
      const answer = await modern(ana, { last_update_id: last });
      for (const [id, { idle_timestamp }] of Object.entries(answer.presences)) seen.set(id, idle_timestamp);
      last = answer.last;
    };
    const following = follow();
    for (let round = 0; round < 5; round++) {
      await Promise.all(people.map((person) => ping(person, round % 2 ? 'idle' : 'active')));
      await world.sql(
        `UPDATE presence SET active_at = active_at - interval '56 s', connected_at = connected_at - interval '56 s'`,
      );
    }
    await Promise.all(people.map((person) => ping(person)));
    isDone = true;
    await following;
    await look();
    const { presences } = await modern(ana);
    for (const { id } of people) expect(seen.get(String(id))).toBe(presences[id].idle_timestamp);
  });
});

describe('presence in a large organization', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  it('is read by polling and sends no events', async () => {
    await world.sql(
      `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
        SELECT id, n || '@x.example', n || '@x.example', 1, 'Number ' || n, 400
        FROM organization, generate_series(1, 99) n`,
    );
    const queue = await world.owner.register();
    const ana = await world.member('ana');
    await queue.drain();
    await ana.ok('POST', 'users/me/presence', { status: 'active' });
    expect(await queue.drain()).toEqual([]);
    await world.owner.ok('GET', `users/${ana.id}/presence`);
  });
});
