import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { makeGroup } from '../../support/groups';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

describe('guests with limited visibility of users', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let bo: Person;
  let cy: Person;
  let gus: Person;
  let gia: Person;
  let groups: { everyone: number; members: number };
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ana, bo, cy] = [await world.member('ana'), await world.member('bo'), await world.member('cy')];
    [gus, gia] = [await world.guest('gus'), await world.guest('gia')];
    // All users are in the first channel, and so every user is visible.
    for (const one of [gus, gia]) await one.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    const { user_groups } = await owner.ok('GET', 'user_groups');
    const id = (name: string) => (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
    groups = { everyone: id('role:everyone'), members: id('role:members') };
    await limit(true);
  });
  afterAll(() => world.stop());

  const limit = (isLimited: boolean) =>
    owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: isLimited ? groups.members : groups.everyone } });
  const idsOf = (list: unknown) => (list as { user_id: number }[]).map(({ user_id }) => user_id).sort((a, b) => a - b);
  const seenBy = async (viewer: Person) => idsOf((await viewer.ok('GET', 'users')).members);
  const ids = (...people: Person[]) => people.map(({ id }) => id).sort((a, b) => a - b);
  const COMPLETE = { notification_settings_null: true, user_list_incomplete: true };
  const register = (viewer: Person, parameters = {}) =>
    viewer.register({ client_capabilities: COMPLETE, client_gravatar: false, ...parameters });
  const people = async (queue: EventQueue) =>
    (await queue.drain())
      .filter(({ type }) => type === 'realm_user')
      .map(({ op, person }) => [op, (person as { user_id: number }).user_id]);

  it('see only themselves without a common channel', async () => {
    expect(await seenBy(gus)).toEqual(ids(gus));
    expect(await seenBy(ana)).toEqual(ids(owner, ana, bo, cy, gus, gia));
    const { state } = await register(gus);
    expect(idsOf(state.realm_users)).toEqual(ids(gus));
    expect(idsOf(state.cross_realm_bots)).toHaveLength(1);
  });

  it('get the same answer for invisible users as for unknown ones', async () => {
    const absent = await gus.get('users/999999');
    for (const path of [`users/${ana.id}`, `users/user${ana.id}@parley.invalid`, `users/${ana.email}`]) {
      expect((await gus.get(path)).body).toEqual(absent.body);
    }
    expect(idsOf((await gus.ok('GET', 'users', { user_ids: [ana.id, gus.id, 999_999] })).members)).toEqual(ids(gus));
    expect((await gus.ok('GET', `users/${gus.id}`)).user).toMatchObject({ user_id: gus.id });
  });

  it('cannot write to invisible users, and get the answer for unknown users', async () => {
    const { status, body } = await gus.post('messages', { type: 'direct', to: [ana.id], content: 'hello' });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    const absent = await gus.post('messages', { type: 'direct', to: [999_999], content: 'hello' });
    expect(body.msg).toBe((absent.body.msg as string).replace('999999', String(ana.id)));
  });

  it('cannot test by narrows or by unsubscribing which addresses exist', async () => {
    await bo.ok('PATCH', 'settings', { email_address_visibility: 1 });
    const written = (one: unknown, address: string) => JSON.stringify(one).replaceAll(address, '');
    const narrow = (operand: string) =>
      gus.get('messages', { anchor: 'newest', num_before: 1, narrow: [{ operator: 'sender', operand }] });
    const unsubscribe = (address: string) =>
      gus.delete('users/me/subscriptions', { subscriptions: ['general'], principals: [address] });
    for (const ask of [narrow, unsubscribe]) {
      const [hidden, absent] = [await ask(bo.email), await ask('absent@example.org')];
      expect(hidden.status).toBe(400);
      expect(written(hidden.body, bo.email)).toBe(written(absent.body, 'absent@example.org'));
    }
  });

  it('get placeholders where a client needs a complete list of users', async () => {
    const { state } = await gus.register();
    const hidden = (state.realm_users as { user_id: number }[]).find(({ user_id }) => user_id === ana.id);
    expect(hidden).toMatchObject({
      full_name: 'Unknown user',
      email: `user${ana.id}@parley.invalid`,
      delivery_email: null,
    });
    expect(JSON.stringify(state.realm_users)).not.toContain('Ana');
  });

  it('see users in a common channel, and no longer when the subscription ends', async () => {
    const queue = await register(gus);
    await ana.subscribe('meeting', { principals: [ana.id, bo.id] });
    expect(await people(queue)).toEqual([]);
    await ana.subscribe('meeting', { principals: [gus.id] });
    expect(await people(queue)).toEqual(
      expect.arrayContaining([
        ['add', ana.id],
        ['add', bo.id],
      ]),
    );
    expect(await seenBy(gus)).toEqual(ids(ana, bo, gus));
    await expectFreshSnapshot(queue);
    await ana.subscribe('meeting', { principals: [cy.id] });
    expect(await people(queue)).toEqual([['add', cy.id]]);
    expect((await gus.ok('GET', `users/${cy.id}`)).user).toMatchObject({ full_name: cy.fullName });
    await cy.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['meeting'] });
    expect(await people(queue)).toEqual([['remove', cy.id]]);
    await expectFreshSnapshot(queue);
    await ana.subscribe('second', { principals: [ana.id, gus.id] });
    await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['meeting'] });
    expect(await people(queue)).toEqual([['remove', bo.id]]);
    await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['second'] });
    expect(await people(queue)).toEqual([['remove', ana.id]]);
    expect(await seenBy(gus)).toEqual(ids(gus));
    await expectFreshSnapshot(queue);
  });

  it('see users who have sent them a direct message, permanently', async () => {
    const queue = await register(gia);
    await bo.sendTo([gia, cy], 'welcome');
    expect(await people(queue)).toEqual(
      expect.arrayContaining([
        ['add', bo.id],
        ['add', cy.id],
      ]),
    );
    expect(await seenBy(gia)).toEqual(ids(bo, cy, gia));
    await gia.sendTo([bo], 'thank you');
    await expectFreshSnapshot(queue);
  });

  it('receive no events about invisible users: creation, names, roles, groups and deactivation', async () => {
    const queue = await register(gus);
    const nova = await world.member('nova secret');
    await nova.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    await owner.ok('PATCH', `users/${nova.id}`, { full_name: 'Nova Secret II', role: 300 });
    await nova.ok('PATCH', 'settings', { email_address_visibility: 1 });
    await owner.ok('DELETE', `users/${nova.id}`);
    await owner.ok('POST', `users/${nova.id}/reactivate`);
    await nova.logInAgain();
    const told = await queue.drain();
    expect(told.filter(({ type }) => type === 'realm_user')).toEqual([]);
    expect(JSON.stringify(told)).not.toMatch(/secret/i);
    await expectFreshSnapshot(queue);
  });

  it('receive group events when an invisible user leaves or joins groups', async () => {
    const groupId = await makeGroup(owner, 'watched', [cy], {
      can_join_group: { direct_members: [cy.id], direct_subgroups: [] },
    });
    const queue = await register(gus);
    await owner.ok('DELETE', `users/${cy.id}`);
    const told = await queue.drain();
    expect(told).toContainEqual(
      expect.objectContaining({ type: 'user_group', op: 'remove_members', group_id: groupId, user_ids: [cy.id] }),
    );
    await expectFreshSnapshot(queue);
    await owner.ok('POST', `users/${cy.id}/reactivate`);
    await cy.logInAgain();
    await expectFreshSnapshot(queue);
  });

  it('see all users when the organization lifts the limit, and fewer when it returns', async () => {
    const queue = await register(gia);
    await limit(false);
    expect(await people(queue)).toEqual(
      expect.arrayContaining([
        ['add', ana.id],
        ['add', owner.id],
        ['add', gus.id],
      ]),
    );
    expect(await seenBy(gia)).toEqual(await seenBy(owner));
    await expectFreshSnapshot(queue);
    await limit(true);
    expect(await people(queue)).toEqual(
      expect.arrayContaining([
        ['remove', ana.id],
        ['remove', owner.id],
        ['remove', gus.id],
      ]),
    );
    expect(await seenBy(gia)).toEqual(ids(bo, cy, gia));
    await expectFreshSnapshot(queue);
  });

  it('see all users after promotion to member, and fewer after demotion', async () => {
    const queue = await register(gus);
    await world.setRole(gus, 'member');
    expect(await seenBy(gus)).toEqual(await seenBy(owner));
    await expectFreshSnapshot(queue);
    await world.setRole(gus, 'guest');
    expect(await seenBy(gus)).toEqual(ids(gus));
    await expectFreshSnapshot(queue);
  });

  it('receive real addresses of visible users according to their new role', async () => {
    await bo.ok('PATCH', 'settings', { email_address_visibility: 5 });
    const queue = await register(gus);
    await world.setRole(gus, 'moderator');
    await expectFreshSnapshot(queue);
    expect((await gus.ok('GET', `users/${bo.id}`)).user).toMatchObject({ delivery_email: bo.email });
    await world.setRole(gus, 'guest');
    await expectFreshSnapshot(queue);
  });

  it('see users who join a channel while the guest has no queue', async () => {
    await ana.subscribe('away', { principals: [ana.id, gus.id] });
    await owner.ok('DELETE', `users/${gus.id}`);
    await ana.subscribe('away', { principals: [bo.id] });
    await owner.ok('POST', `users/${gus.id}/reactivate`);
    await gus.logInAgain();
    expect(await seenBy(gus)).toEqual(ids(ana, bo, gus));
    await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['away'] });
  });

  it('see exactly the users of common channels after many concurrent changes', async () => {
    await ana.subscribe(['one', 'two'], { principals: [ana.id, gus.id] });
    for (let round = 0; round < 4; round++) {
      await Promise.all([bo.subscribe('one'), bo.subscribe('two'), cy.subscribe('two')]);
      expect(await seenBy(gus)).toEqual(ids(ana, bo, cy, gus));
      await Promise.all([
        bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['one'] }),
        bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['two'] }),
        cy.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['two'] }),
      ]);
      expect(await seenBy(gus)).toEqual(ids(ana, gus));
    }
  });

  it('see a placeholder as sender of messages from invisible users', async () => {
    await ana.subscribe('announced', { principals: [ana.id, gus.id] });
    const queue = await register(gus);
    const id = await cy.send('announced', 'x', 'from nobody you know');
    const hidden = {
      sender_id: cy.id,
      sender_full_name: 'Unknown user',
      sender_email: `user${cy.id}@parley.invalid`,
    };
    expect((await gus.ok('GET', `messages/${id}`)).message).toMatchObject(hidden);
    const { messages } = await gus.ok('GET', 'messages', { anchor: 'newest', num_before: 5, num_after: 0 });
    expect((messages as { id: number }[]).find((one) => one.id === id)).toMatchObject(hidden);
    const told = await queue.until(({ type, message }) => type === 'message' && (message as { id: number }).id === id);
    expect(told.message).toMatchObject(hidden);
    expect((await ana.ok('GET', `messages/${id}`)).message).toMatchObject({ sender_full_name: cy.fullName });
    await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['announced'] });
  });
});
