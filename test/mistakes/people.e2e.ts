import { createOtherOrganization } from '../support/other-organization';
import type { ApiResponse, Person } from '../support/person';
import { World } from '../support/world';

describe('mistakes about users', () => {
  let world: World;
  let owner: Person;
  let ada: Person;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ada, ana, gus] = [await world.admin('ada'), await world.member('ana'), await world.guest('gus')];
  });
  afterAll(() => world.stop());

  const refusal = ({ status, body }: ApiResponse) => [status, body.code];

  it('mistake 2: a hidden address gets the answer for an unknown one', async () => {
    await ana.ok('PATCH', 'settings', { email_address_visibility: 4 });
    for (const viewer of [owner, ada, gus]) {
      const answers = await Promise.all(
        [ana.email, 'nobody@example.org', 'user999999@parley.invalid', '999999'].map((path) =>
          viewer.get(`users/${path}`),
        ),
      );
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    }
    await ana.ok('PATCH', 'settings', { email_address_visibility: 3 });
  });

  it('mistake 4: permissions of a role or a key end with the next request', async () => {
    const tom = await world.admin('tom');
    await tom.ok('PATCH', `users/${ana.id}`, { full_name: 'Ana by Tom' });
    await owner.ok('PATCH', `users/${tom.id}`, { role: 400 });
    expect(refusal(await tom.patch(`users/${ana.id}`, { full_name: 'Again' }))).toEqual([
      400,
      'UNAUTHORIZED_PRINCIPAL',
    ]);
    expect(refusal(await tom.delete(`users/${ana.id}`))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    await owner.ok('DELETE', `users/${tom.id}`);
    expect(refusal(await tom.get('users'))).toEqual([401, 'USER_DEACTIVATED']);
  });

  it('mistake 8: an administrator cannot become an owner indirectly', async () => {
    const former = await world.member('former');
    await owner.ok('PATCH', `users/${former.id}`, { role: 100 });
    await owner.ok('DELETE', `users/${former.id}`);
    for (const answer of [
      await ada.patch(`users/${ada.id}`, { role: 100 }),
      await ada.patch(`users/${owner.id}`, { role: 400 }),
      await ada.delete(`users/${owner.id}`),
      await ada.post(`users/${former.id}/reactivate`),
      await ada.patch(`users/${former.id}`, { role: 400 }),
    ]) {
      expect(refusal(answer)).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
    expect(refusal(await ada.patch(`users/${owner.id}`, { new_email: 'mine@example.org' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('mistake 9: guests and spectators see only the allowed fields of users', async () => {
    const text = JSON.stringify([
      await gus.ok('GET', 'users', { include_custom_profile_fields: true }),
      (await gus.register()).state,
    ]);
    for (const { email } of [owner, ada, ana]) expect(text).not.toContain(email);
    expect((await world.request('GET', 'users')).status).toBe(401);
  });

  it('mistake 10: no error, event, list or picture reveals an address', async () => {
    const queue = await gus.register();
    await owner.ok('PATCH', `users/${ana.id}`, { full_name: 'Ana Again', role: 300 });
    await owner.ok('PATCH', `users/${ana.id}`, { role: 400 });
    await owner.ok('DELETE', `users/${ana.id}`);
    await owner.ok('POST', `users/${ana.id}/reactivate`);
    await ana.logInAgain();
    await ana.ok('PATCH', 'settings', { email_address_visibility: 5 });
    const answers = [
      await gus.get(`users/${ana.email}`),
      await gus.post('messages', { type: 'direct', to: [ana.email], content: 'x' }),
      await gus.get('users', { client_gravatar: false }),
    ];
    expect(answers[0].body.msg).not.toContain('ana@');
    expect(JSON.stringify([await queue.drain(), answers[2].body])).not.toContain(ana.email);
  });

  it('mistake 14: users of another organization cannot be named', async () => {
    const { userId } = await createOtherOrganization(world);
    for (const path of [userId, `user${userId}@parley.invalid`, 'eva@example.org']) {
      for (const [method, suffix, parameters] of [
        ['GET', '', {}],
        ['PATCH', '', { full_name: 'Foreign Name' }],
        ['DELETE', '', {}],
        ['POST', '/reactivate', {}],
      ] as const) {
        const answer = await world.request(method, `users/${path}${suffix}`, parameters, owner.authorization);
        expect([method, path, ...refusal(answer)]).toEqual([method, path, 400, 'BAD_REQUEST']);
      }
    }
    expect((await owner.ok('GET', 'users', { user_ids: [userId] })).members).toEqual([]);
  });

  it('mistake 15: a deactivated user is no actor, recipient or subscriber, and cannot be deactivated again', async () => {
    const out = await world.member('out');
    await owner.ok('DELETE', `users/${out.id}`);
    expect(refusal(await out.delete('users/me'))).toEqual([401, 'USER_DEACTIVATED']);
    expect(refusal(await owner.delete(`users/${out.id}`))).toEqual([400, 'BAD_REQUEST']);
    expect(refusal(await ana.post('messages', { type: 'direct', to: [out.id], content: 'x' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    const again = { email: out.email, password: 'a long enough secret', full_name: 'Out Again' };
    expect(refusal(await owner.post('users', again))).toEqual([400, 'BAD_REQUEST']);
  });
});
