import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

describe('POST /zcommand', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.guest('ana');
  });
  afterAll(() => world.stop());

  const run = (command: string) => ana.post('zcommand', { command });
  const settings = async () =>
    (await ana.register({ client_capabilities: { notification_settings_null: true, user_settings_object: true } }))
      .state.user_settings as Record<string, unknown>;

  it('answers /ping with an empty message', async () => {
    expect((await run('/ping')).body).toEqual({ result: 'success', msg: '' });
  });

  it.each([
    ['/dark', 'color_scheme', 2, '/light'],
    ['/light', 'color_scheme', 3, '/dark'],
    ['/night', 'color_scheme', 2, '/day'],
    ['/day', 'color_scheme', 3, '/night'],
    ['/fluid-width', 'fluid_layout_width', true, '/fixed-width'],
    ['/fixed-width', 'fluid_layout_width', false, '/fluid-width'],
  ])('%s sets %s to %j and says how to revert it', async (command, setting, value, opposite) => {
    await ana.ok('POST', 'zcommand', { command: opposite });
    const queue = await ana.register({});
    const { body } = await run(command);
    expect(body.msg).toContain(opposite);
    expect((await settings())[setting]).toBe(value);
    const again = await run(command);
    expect(again.body.msg).not.toContain(opposite);
    const told = (await queue.drain()).filter(({ type }) => type === 'user_settings');
    expect(told).toMatchObject([{ op: 'update', property: setting, value }]);
    await expectFreshSnapshot(queue);
  });

  it.each([
    ['ping', 'There should be a leading slash in the zcommand.'],
    ['', 'There should be a leading slash in the zcommand.'],
    ['/', 'No such command: '],
    ['/Dark', 'No such command: Dark'],
    ['/dark ', 'No such command: dark '],
    ['/constructor', 'No such command: constructor'],
    ['/__proto__', 'No such command: __proto__'],
  ])('rejects %j', async (command, msg) => {
    const before = await settings();
    expect((await run(command)).body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' });
    expect(await settings()).toEqual(before);
  });

  it('rejects long and missing commands, bots and anonymous clients', async () => {
    expect((await run(`/${'x'.repeat(1_000)}`)).status).toBe(400);
    expect((await ana.post('zcommand')).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' });
    const made = await world.owner.ok('POST', 'bots', { full_name: 'Commander', short_name: 'commander' });
    const bot = await world.request(
      'POST',
      'zcommand',
      { command: '/dark' },
      `Basic ${Buffer.from(`commander-bot@parley.invalid:${made.api_key as string}`).toString('base64')}`,
    );
    expect(bot.status).toBe(400);
    expect((await world.request('POST', 'zcommand', { command: '/ping' })).status).toBe(401);
  });
});
