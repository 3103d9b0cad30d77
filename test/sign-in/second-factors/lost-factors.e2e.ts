import { Browser } from '../../support/browser';
import { runParley } from '../../support/command-line';
import type { Person } from '../../support/person';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

describe('Lost second factors', () => {
  let world: World;
  let admin: Person;
  beforeAll(async () => {
    world = await World.start();
    admin = await world.admin('alma');
  });
  afterAll(() => world.stop());

  const removeOf = (by: Person, { id }: Pick<Person, 'id'>, proof: object = { password: PASSWORD }) =>
    by.delete(`users/${id}/second_factors`, { ...proof });
  const logIn = async ({ email }: Person): Promise<string | null> =>
    (await new Browser(world.url).logIn(email)).headers.get('location');

  it('are removed by administrators, who see who has one', async () => {
    const ana = await world.member('ana');
    await withAuthenticator(world, ana);
    expect(await admin.ok('GET', 'realm/second_factors')).toMatchObject({ users: [{ user_id: ana.id, count: 1 }] });
    expect(await logIn(ana)).toBe('/login/second-step');
    expect(await removeOf(admin, ana)).toMatchObject({ status: 200, body: { removed: 1 } });
    expect(await logIn(ana)).toBe('/');
    expect(await removeOf(admin, ana)).toMatchObject({ status: 200, body: { removed: 0 } });
    expect((await ana.ok('GET', 'users/me/second_factors')).recovery_codes_left).toBe(0);
    const entries = await world.sql(
      `SELECT actor_id::int AS actor FROM audit_log WHERE action = 'removed_second_factors' AND object_id = $1`,
      [ana.id],
    );
    expect(entries).toEqual([{ actor: admin.id }]);
  });

  it('of owners are removed by owners alone', async () => {
    const second = await world.member('olaf');
    await withAuthenticator(world, second);
    await world.setRole(second, 'owner');
    expect((await removeOf(admin, second)).status).toBe(400);
    expect(await removeOf(world.owner, second)).toMatchObject({ status: 200, body: { removed: 1 } });
  });

  it('are neither shown to other users nor removed by them, nor without a proof', async () => {
    const bea = await world.member('bea');
    await withAuthenticator(world, bea);
    const carl = await world.member('carl');
    for (const by of [carl, await world.moderator('mo'), await world.guest('gus')]) {
      expect((await by.get('realm/second_factors')).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
      expect((await removeOf(by, bea)).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    }
    expect((await removeOf(admin, bea, {})).body.msg).toMatch(/^Please log in again/);
    expect((await removeOf(admin, bea, { password: 'wrong' })).body.msg).toBe('Wrong password!');
    expect((await removeOf(admin, { id: 999_999 })).status).toBe(400);
    expect(await logIn(bea)).toBe('/login/second-step');
  });

  it('are removed by administrators who have one with a code of it', async () => {
    const dora = await world.member('dora');
    await withAuthenticator(world, dora);
    const other = await world.admin('adam');
    const app = await withAuthenticator(world, other);
    expect((await removeOf(other, dora)).status).toBe(400);
    expect((await removeOf(other, dora, { password: PASSWORD, code: app.code() })).status).toBe(200);
  });

  it('are removed by operators on the command line', async () => {
    const emil = await world.member('emil');
    await withAuthenticator(world, emil);
    const { code, out } = await runParley(world, ['users', 'remove-factors', emil.email]);
    expect([code, out]).toEqual([0, expect.stringContaining('Removed 1 second factor of Emil Example.')]);
    expect(await logIn(emil)).toBe('/');
  });
});
