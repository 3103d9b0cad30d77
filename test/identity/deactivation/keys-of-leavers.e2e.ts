import { leftBy } from '../../support/audit-log';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

/** Keys that were copied, or kept in a zuliprc, before an account was deactivated. */
describe('a key from before a deactivation', () => {
  let world: World;
  let owner: Person;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
  });
  afterAll(() => world.stop());

  const leaver = () => world.member(`leaver ${made++}`);
  const off = ({ id }: Person) => owner.ok('DELETE', `users/${id}`);
  const on = ({ id }: Person) => owner.ok('POST', `users/${id}/reactivate`);
  const answerTo = async (person: Person) => {
    const { status, body } = await person.get('users/me');
    return [status, body.code];
  };
  const botOf = async (person: Person) => {
    const name = `bot ${made++}`;
    const parameters = { full_name: name, short_name: `helper${made}`, bot_type: 1 };
    const { user_id, api_key } = await person.ok('POST', 'bots', parameters);
    const { user } = await person.ok('GET', `users/${user_id as number}`);
    return new Person(world, user_id as number, (user as { email: string }).email, name, api_key as string);
  };

  it('is answered with the deactivation, and stays invalid after reactivation', async () => {
    const out = await leaver();
    await off(out);
    expect(await answerTo(out)).toEqual([401, 'USER_DEACTIVATED']);
    await on(out);
    expect(await answerTo(out)).toEqual([401, 'UNAUTHORIZED']);
    const { body } = await world.request('POST', 'fetch_api_key', { username: out.email, password: PASSWORD });
    out.key = body.api_key as string;
    expect(await answerTo(out)).toEqual([200, undefined]);
  });

  it('is logged as ended in the audit log', async () => {
    const out = await leaver();
    const entries = await leftBy(world, () => off(out));
    const ended = entries.filter(({ action }) => action === 'revoked_keys');
    expect(ended.map(({ object_id, before }) => [object_id, before])).toEqual([
      [out.id, { api_key_ids: [expect.any(Number)] }],
    ]);
  });

  it('is invalid too where an earlier version left it in the table', async () => {
    const out = await leaver();
    await off(out);
    await world.sql('UPDATE api_key SET revoked_at = NULL WHERE user_id = $1', [out.id]);
    await on(out);
    expect(await answerTo(out)).toEqual([401, 'UNAUTHORIZED']);
  });

  it('ends with its queues at once', async () => {
    const out = await leaver();
    const queue = await out.register();
    await off(out);
    await on(out);
    const { status } = await out.get('events', { queue_id: queue.id, last_event_id: -1, dont_block: true });
    expect(status).toBe(401);
  });

  it('of a bot is replaced when the bot is reactivated, and its owner gets an event', async () => {
    const ana = await leaver();
    const bot = await botOf(ana);
    const queue = await ana.register();
    await ana.ok('DELETE', `bots/${bot.id}`);
    expect(await answerTo(bot)).toEqual([401, 'USER_DEACTIVATED']);
    await on(bot);
    expect(await answerTo(bot)).toEqual([401, 'UNAUTHORIZED']);
    const { api_key } = await ana.ok('GET', `bots/${bot.id}/api_key`);
    expect(api_key).not.toBe(bot.key);
    const told = (await queue.drain()).filter(({ type }) => type === 'realm_bot');
    expect(told.map(({ bot: change }) => change)).toEqual([
      { user_id: bot.id, is_active: false },
      { user_id: bot.id, is_active: true },
      { user_id: bot.id, api_key },
    ]);
    bot.key = api_key as string;
    expect(await answerTo(bot)).toEqual([200, undefined]);
  });

  it('of a bot that was deactivated with its owner stays invalid when the owner is reactivated', async () => {
    const ana = await leaver();
    const bot = await botOf(ana);
    await off(ana);
    await on(ana);
    expect(await answerTo(bot)).toEqual([401, 'USER_DEACTIVATED']);
    await on(bot);
    expect(await answerTo(bot)).toEqual([401, 'UNAUTHORIZED']);
    const { api_key } = await owner.ok('GET', `bots/${bot.id}/api_key`);
    bot.key = api_key as string;
    expect(await answerTo(bot)).toEqual([200, undefined]);
  });
});
