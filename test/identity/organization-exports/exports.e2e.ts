import { leftBy } from '../../support/audit-log';
import { createOtherOrganization } from '../../support/other-organization';
import type { ApiResponse, Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Export {
  id: number;
  acting_user_id: number;
  export_time: number;
  failed_timestamp: number | null;
  pending: boolean;
}

describe('exports of an organization', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [alma, ana] = [await world.admin('alma'), await world.member('ana')];
  });
  afterAll(() => world.stop());
  afterEach(() => world.sql('TRUNCATE organization_export, organization_export_file'));

  const listed = async () => (await alma.ok('GET', 'export/realm')).exports as Export[];
  const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
  const BAD = (msg: string) => [400, 'BAD_REQUEST', msg];

  it('makes exports that administrators ask for, and tells administrators when they are ready', async () => {
    expect(await listed()).toEqual([]);
    const queues = await Promise.all([owner, alma, ana].map((person) => person.register({})));
    const entries = await leftBy(world, async () => {
      const { id } = await alma.ok('POST', 'export/realm');
      await until(async () => !(await listed())[0].pending);
      expect(await listed()).toEqual([
        {
          id,
          acting_user_id: alma.id,
          export_time: expect.any(Number),
          export_url: `${world.url}/exports/${id as number}/export-${id as number}.tar`,
          deleted_timestamp: null,
          failed_timestamp: null,
          pending: false,
          export_type: 1,
        },
      ]);
    });
    expect(entries).toMatchObject([{ actor_id: alma.id, action: 'requested', object_type: 'export' }]);
    const told = await Promise.all(queues.map(async (queue) => (await queue.drain()).filter(isOfExports)));
    const [ready] = await listed();
    const pending = { ...ready, export_url: null, pending: true };
    const events = [pending, ready].map((one) => ({ type: 'realm_export', exports: [one] }));
    expect(told).toMatchObject([events, events, []]);
  });

  it('requires an owner and consent for private data', async () => {
    const wish = { export_type: 2 };
    expect((await alma.post('export/realm', wish)).body.code).toBe('BAD_REQUEST');
    await alma.ok('PATCH', 'settings', { allow_private_data_export: true });
    expect((await alma.post('export/realm', wish)).body.code).toBe('BAD_REQUEST');
    expect(await listed()).toEqual([]);
    await owner.ok('PATCH', 'settings', { allow_private_data_export: true });
    await alma.ok('POST', 'export/realm', wish);
    expect(await listed()).toMatchObject([{ export_type: 2 }]);
  });

  it('allows five exports a week, also with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => alma.post('export/realm', { export_type: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(refusal(refused)).toEqual(BAD('Exceeded rate limit.'));
    expect(await listed()).toHaveLength(5);
    await world.sql(`UPDATE organization_export SET requested_at = requested_at - interval '8 days'`);
    await alma.ok('POST', 'export/realm');
  });

  it('lists the users who consent, for administrators', async () => {
    await ana.ok('PATCH', 'settings', { allow_private_data_export: true, email_address_visibility: 1 });
    await owner.ok('POST', 'bots', { full_name: 'Not asked', short_name: 'silent' });
    const gone = await world.member('gone');
    await owner.ok('DELETE', `users/${gone.id}`);
    await owner.ok('PATCH', 'settings', { allow_private_data_export: false });
    const { export_consents } = await alma.ok('GET', 'export/realm/consents');
    const consents = export_consents as { user_id: number }[];
    expect(consents).toContainEqual({ user_id: owner.id, consented: false, email_address_visibility: 3 });
    expect(consents).toContainEqual({ user_id: ana.id, consented: true, email_address_visibility: 1 });
    const { members } = await owner.ok('GET', 'users');
    const asked = (members as { user_id: number; is_bot: boolean; is_active: boolean }[])
      .filter((user) => user.is_active && !user.is_bot)
      .map((user) => user.user_id);
    expect(consents.map((one) => one.user_id).sort()).toEqual(asked.sort());
    expect(asked).not.toContain(gone.id);
  });

  it('refuses all other users', async () => {
    const { id } = await alma.ok('POST', 'export/realm');
    const others = [await world.moderator('mona'), ana, await world.guest('gus')];
    const path = `export/realm/${id as number}`;
    for (const person of others) {
      for (const answer of [
        await person.get('export/realm'),
        await person.post('export/realm'),
        await person.post('export/realm', { export_type: 2 }),
        await person.get('export/realm/consents'),
        await person.delete(path),
        await person.delete('export/realm/abc'),
      ])
        expect(refusal(answer)).toEqual([400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator']);
    }
    for (const [method, one] of [
      ['GET', 'export/realm'],
      ['POST', 'export/realm'],
      ['GET', 'export/realm/consents'],
      ['DELETE', path],
    ] as const)
      expect((await world.request(method, one)).status).toBe(401);
    expect(await listed()).toHaveLength(1);
  });

  it('answers for exports of another organization as for unknown ones', async () => {
    const foreign = await createOtherOrganization(world);
    const [{ id }] = await world.sql<{ id: number }>(
      `INSERT INTO organization_export (organization_id, actor_id, type, failed_at)
       SELECT organization_id, id, 1, now() FROM user_account WHERE id = $1 RETURNING id::int`,
      [foreign.userId],
    );
    expect(await listed()).toEqual([]);
    for (const wrong of [id, 0, -1, 987_654, 'abc', '99999999999999999999', '1.5', '%00'])
      expect(refusal(await alma.delete(`export/realm/${wrong}`))).toEqual(BAD('Invalid data export ID'));
  });

  it.each([0, 3, '"public"', 'x', true, 1.5, [1]])('rejects the type %j', async (export_type) => {
    const { status, body } = await alma.post('export/realm', { export_type });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await listed()).toEqual([]);
  });
});

const isOfExports = ({ type }: { type: string }): boolean => type === 'realm_export';
