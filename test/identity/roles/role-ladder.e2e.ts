import type { Person } from '../../support/person';
import { World } from '../../support/world';

const ROLES = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const;
type RoleName = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as RoleName[];

/** Who may change which role to which; `null`: allowed (docs/protocol/users.md). */
function refusal(actor: RoleName, from: RoleName, to: RoleName): string | null {
  if (actor !== 'owner' && actor !== 'admin') return 'UNAUTHORIZED_PRINCIPAL';
  if (from === to) return null;
  if (actor !== 'owner' && (from === 'owner' || to === 'owner')) return 'UNAUTHORIZED_PRINCIPAL';
  if (from === 'guest' && (to === 'owner' || to === 'admin')) return 'BAD_REQUEST';
  return null;
}

describe('roles', () => {
  let world: World;
  let actors: Record<RoleName, Person>;
  let target: Person;
  beforeAll(async () => {
    world = await World.start();
    actors = {
      owner: world.owner,
      admin: await world.admin('ada'),
      moderator: await world.moderator('mo'),
      member: await world.member('mia'),
      guest: await world.guest('gus'),
    };
    target = await world.member('tara');
  });
  afterAll(() => world.stop());

  const roleOf = async ({ id }: Person): Promise<number> =>
    (await world.sql<{ role: number }>('SELECT role FROM user_account WHERE id = $1', [id]))[0].role;

  /** If no rule forbids it, a guest becomes an owner by way of member. */
  const put = async (role: RoleName): Promise<void> => {
    await world.sql('UPDATE user_account SET role = $2 WHERE id = $1', [target.id, ROLES[role]]);
  };

  const combinations = NAMES.flatMap((actor) => NAMES.flatMap((from) => NAMES.map((to) => [actor, from, to] as const)));

  it('are changed by permitted users only, in all 125 combinations', async () => {
    expect(combinations).toHaveLength(125);
    for (const [actor, from, to] of combinations) {
      await put(from);
      const { status, body } = await actors[actor].patch(`users/${target.id}`, { role: ROLES[to] });
      const expected = refusal(actor, from, to);
      expect([actor, from, to, status, body.code ?? null]).toEqual([actor, from, to, expected ? 400 : 200, expected]);
      expect(await roleOf(target)).toBe(ROLES[expected ? from : to]);
    }
    await put('member');
  });

  it('cannot be changed for the own account', async () => {
    for (const actor of ['moderator', 'member', 'guest'] as const) {
      const { body } = await actors[actor].patch(`users/${actors[actor].id}`, { role: 100 });
      expect(body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    }
    expect((await actors.admin.patch(`users/${actors.admin.id}`, { role: 100 })).body.code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
  });

  it.each([['150'], ['"200"'], ['0'], ['-1'], ['200.5'], ['true'], ['[200]'], ['{}'], ['9007199254740993']])(
    'rejects the role %s',
    async (role) => {
      const { status, body } = await world.owner.patch(`users/${target.id}`, { role });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(await roleOf(target)).toBe(400);
    },
  );

  it('leaves an organization at least one active owner', async () => {
    const { status, body } = await world.owner.patch(`users/${world.owner.id}`, { role: 200 });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    await world.owner.ok('PATCH', `users/${target.id}`, { role: 100 });
    await world.owner.ok('DELETE', `users/${target.id}`);
    expect((await world.owner.patch(`users/${world.owner.id}`, { role: 400 })).body.code).toBe('BAD_REQUEST');
    await world.owner.ok('POST', `users/${target.id}/reactivate`);
    await target.logInAgain();
    await world.owner.ok('PATCH', `users/${target.id}`, { role: 400 });
  });

  it('leaves one owner when two demote each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const other = target;
      await world.owner.ok('PATCH', `users/${other.id}`, { role: 100 });
      const answers = await Promise.all([
        world.owner.patch(`users/${other.id}`, { role: 400 }),
        other.patch(`users/${world.owner.id}`, { role: 400 }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const owners = await world.sql<{ id: string }>('SELECT id FROM user_account WHERE role = 100 AND is_active');
      expect(owners).toHaveLength(1);
      if (Number(owners[0].id) === other.id) await other.ok('PATCH', `users/${world.owner.id}`, { role: 100 });
      await world.owner.ok('PATCH', `users/${other.id}`, { role: 400 });
    }
  });

  it('leaves one owner when two deactivate each other, or themselves, at once', async () => {
    for (const leave of [false, true]) {
      await world.owner.ok('PATCH', `users/${target.id}`, { role: 100 });
      const answers = await Promise.all(
        leave
          ? [world.owner.delete('users/me'), target.delete('users/me')]
          : [world.owner.delete(`users/${target.id}`), target.delete(`users/${world.owner.id}`)],
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [left] = await world.sql<{ id: string }>(
        'SELECT id FROM user_account WHERE role = 100 AND is_active AND NOT is_bot',
      );
      const [stayed, gone] = Number(left.id) === target.id ? [target, world.owner] : [world.owner, target];
      await stayed.ok('POST', `users/${gone.id}/reactivate`);
      await gone.logInAgain();
      await world.owner.ok('PATCH', `users/${target.id}`, { role: 400 });
    }
  });

  it('refuses an administrator who is demoted while the request waits for its lock', async () => {
    for (let round = 0; round < 5; round++) {
      const [demoted, promoted] = await Promise.all([
        world.owner.patch(`users/${actors.admin.id}`, { role: 400 }),
        actors.admin.patch(`users/${target.id}`, { role: 300 }),
      ]);
      expect(demoted.status).toBe(200);
      if (promoted.status !== 200) expect(promoted.body.code).toBe('UNAUTHORIZED_PRINCIPAL');
      expect(await roleOf(target)).toBe(promoted.status === 200 ? 300 : 400);
      await world.owner.ok('PATCH', `users/${target.id}`, { role: 400 });
      await world.owner.ok('PATCH', `users/${actors.admin.id}`, { role: 200 });
    }
  });
});
