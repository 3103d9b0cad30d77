import { createHash } from 'node:crypto';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** The roles that see the real address, by the numbers of the interface (docs/protocol/users.md). */
const SEEING: Record<number, string[]> = {
  1: ['owner', 'admin', 'moderator', 'member', 'guest'],
  2: ['owner', 'admin', 'moderator', 'member'],
  3: ['owner', 'admin'],
  4: [],
  5: ['owner', 'admin', 'moderator'],
};
const VALUES = [1, 2, 3, 4, 5];

describe('the visibility of email addresses', () => {
  let world: World;
  let viewers: Record<string, Person>;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    viewers = {
      owner: world.owner,
      admin: await world.admin('ada'),
      moderator: await world.moderator('mo'),
      member: await world.member('mia'),
      guest: await world.guest('gus'),
    };
  });
  afterAll(() => world.stop());

  const show = (value: number) => ana.ok('PATCH', 'settings', { email_address_visibility: value });
  const placeholder = ({ id }: Person) => `user${id}@parley.invalid`;
  const of = async (viewer: Person, { id }: Person, parameters = {}) =>
    (await viewer.ok('GET', `users/${id}`, parameters)).user as Record<string, unknown>;
  const hash = (email: string) => createHash('md5').update(email).digest('hex');

  it.each(VALUES)('follows the setting of the account: %d', async (value) => {
    await show(value);
    for (const [role, viewer] of Object.entries(viewers)) {
      const sees = SEEING[value].includes(role);
      const user = await of(viewer, ana);
      expect([role, user.delivery_email]).toEqual([role, sees ? ana.email : null]);
      expect(user.email).toBe(value === 1 ? ana.email : placeholder(ana));
      expect(user.avatar_url === null).toBe(sees);
      const { avatar_url } = await of(viewer, ana, { client_gravatar: false });
      expect((avatar_url as string).includes(hash(ana.email))).toBe(sees);
      expect((await viewer.get(`users/${ana.email}`)).status).toBe(sees ? 200 : 400);
      expect((await viewer.ok('GET', `users/${placeholder(ana)}`)).user).toEqual(user);
      const { members } = await viewer.ok('GET', 'users');
      expect((members as { user_id: number }[]).find(({ user_id }) => user_id === ana.id)).toEqual(user);
      const { state } = await viewer.register({ client_gravatar: false });
      const { is_active: _, ...listed } = user;
      expect((state.realm_users as { user_id: number }[]).find(({ user_id }) => user_id === ana.id)).toMatchObject({
        ...listed,
        avatar_url: avatar_url as string,
      });
      if (!sees) expect(JSON.stringify([members, state, user])).not.toContain(ana.email);
    }
    expect(await of(ana, ana)).toMatchObject({ delivery_email: ana.email });
  });

  it('answers for a hidden address as for an unknown one', async () => {
    await show(4);
    const [hidden, absent] = [
      await viewers.owner.get(`users/${ana.email}`),
      await viewers.owner.get('users/no@one.example'),
    ];
    expect(hidden.body).toEqual(absent.body);
  });

  it('is sent only to users whose view changes, for all twenty transitions', async () => {
    const pairs = VALUES.flatMap((from) => VALUES.map((to) => [from, to])).filter(([from, to]) => from !== to);
    expect(pairs).toHaveLength(20);
    await show(1);
    const queues = await Promise.all(
      Object.entries(viewers).map(
        async ([role, viewer]) =>
          [role, await viewer.register({ event_types: ['realm_user'], client_gravatar: false })] as const,
      ),
    );
    for (const [from, to] of pairs) {
      await show(from);
      for (const [, queue] of queues) await queue.drain();
      await show(to);
      for (const [role, queue] of queues) {
        const [saw, sees] = [from, to].map((value) => SEEING[value].includes(role));
        const persons = (await queue.drain()).map(({ person }) => person as Record<string, unknown>);
        const told = persons.filter((person) => 'delivery_email' in person).map(({ delivery_email }) => delivery_email);
        expect([from, to, role, told]).toEqual([from, to, role, saw === sees ? [] : [sees ? ana.email : null]]);
        const email = persons.filter((person) => 'new_email' in person).map(({ new_email }) => new_email);
        const isOther = (from === 1) !== (to === 1);
        expect(email).toEqual(isOther ? [to === 1 ? ana.email : placeholder(ana)] : []);
        expect(persons.every(({ user_id }) => user_id === ana.id)).toBe(true);
        if (!sees) expect(JSON.stringify(persons)).not.toMatch(new RegExp(`${ana.email}|${hash(ana.email)}`));
      }
    }
  });

  it('sends no event when it stays the same', async () => {
    await show(3);
    const queue = await viewers.owner.register({ event_types: ['realm_user'] });
    await show(3);
    expect(await queue.drain()).toEqual([]);
  });

  it('is such that snapshot and events equal a fresh snapshot', async () => {
    for (const clientGravatar of [true, false]) {
      await show(2);
      const everybody = [...Object.values(viewers), ana];
      const queues = await Promise.all(everybody.map((viewer) => viewer.register({ client_gravatar: clientGravatar })));
      for (const value of [5, 1, 4, 3]) {
        await show(value);
        for (const queue of queues) await expectFreshSnapshot(queue);
      }
    }
  });

  it('has the default of the organization for new accounts', async () => {
    for (const value of VALUES) {
      await world.owner.ok('PATCH', 'realm/user_settings_defaults', { email_address_visibility: value });
      const nova = await world.member(`nova ${value}`);
      const user = await of(viewers.admin, nova);
      expect(user.email).toBe(value === 1 ? nova.email : placeholder(nova));
      expect(user.delivery_email).toBe(value === 4 ? null : nova.email);
    }
  });

  it('is unchanged after deactivation and reactivation', async () => {
    await show(5);
    await world.owner.ok('DELETE', `users/${ana.id}`);
    expect((await of(viewers.member, ana)).delivery_email).toBeNull();
    expect((await of(viewers.moderator, ana)).delivery_email).toBe(ana.email);
    await world.owner.ok('POST', `users/${ana.id}/reactivate`);
    await ana.logInAgain();
    expect(await of(viewers.moderator, ana)).toMatchObject({ delivery_email: ana.email, email: placeholder(ana) });
  });
});
