import { OrganizationCreation } from '@app/identity';
import { Config } from '@app/platform';
import { runParley } from '../../support/command-line';
import { Person } from '../../support/person';
import { World } from '../../support/world';

/** Each command is a process of its own. */
describe('the audit log on the command line', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const parley = (...args: string[]) => runParley(world, args);

  /** With the triggers off, as the owner of the tables can have it. */
  const forge = (statement: string) =>
    world.sql(`ALTER TABLE audit_log DISABLE TRIGGER USER; ${statement}; ALTER TABLE audit_log ENABLE TRIGGER USER`);

  it('logs each change that the operator makes, without an acting user', async () => {
    const before = await world.owner.ok('GET', 'audit_log', { limit: 1 });
    const [{ id: last }] = before.entries as { id: number }[];
    for (const command of [
      ['users', 'create', 'bo@example.org', '--name', 'Bo Example', '--role', 'guest'],
      ['users', 'set-role', ana.email, 'moderator'],
      ['users', 'grant', ana.email, 'can_create_users'],
      ['users', 'revoke', ana.email, 'can_create_users'],
      ['users', 'reset-key', ana.email],
    ])
      expect(await parley(...command)).toMatchObject({ code: 0, complaint: '' });
    const { entries } = await world.owner.ok('GET', 'audit_log');
    const made = (entries as Record<string, unknown>[]).filter(({ id }) => (id as number) > last).reverse();
    const byOperator = { actor_id: null, client: 'command line', address: null, object_type: 'user' };
    expect(made).toEqual(
      ['created', 'changed', 'granted', 'revoked', 'reset'].map((action) =>
        expect.objectContaining({ ...byOperator, action }),
      ),
    );
  });

  it('lists entries, latest first, with filters', async () => {
    const { code, out } = await parley('audit', 'list', '--limit', '3');
    const [heading, ...lines] = out.trimEnd().split('\n');
    expect([code, heading]).toEqual([
      0,
      expect.stringMatching(/^entry +time +actor +client +address +action +object +change$/),
    ]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/Z +- +command line +- +reset +user:\d+ +\{"api_key_ids":\[.*\]\} -> \{/);

    const byAna = await parley('audit', 'list', '--actor', String(ana.id), '--action', 'logged_in');
    expect(byAna.out.trimEnd().split('\n').slice(1)).toEqual([
      expect.stringMatching(`${ana.id} +ParleyTest +127.0.0.1 +logged_in +user:${ana.id} +- -> `),
    ]);
    const channels = await parley('audit', 'list', '--object', 'channel');
    expect(channels.out.trimEnd().split('\n').slice(1)).toEqual([expect.stringContaining('"name":"general"')]);
    expect((await parley('audit', 'list', '--before', '1')).out.trimEnd().split('\n')).toHaveLength(1);
    expect((await parley('audit', 'list', '--object', 'channel 7')).code).not.toBe(0);
  });

  it('verifies the log from its first to its last entry', async () => {
    const [{ end }] = await world.sql<{ end: string }>(
      `SELECT sequence || ':' || encode(hash, 'hex') AS end FROM audit_head`,
    );
    const { code, out, complaint } = await parley('audit', 'verify');
    expect([code, complaint]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^\\S+: as it was written, up to its end ${end}\\n$`));
    expect(await parley('audit', 'verify', '--noted', end)).toMatchObject({ code: 0, complaint: '' });
  });

  it('names the entry at which the log is broken', async () => {
    await forge('UPDATE audit_log SET actor_id = 2 WHERE sequence = 3');
    const { code, out, complaint } = await parley('audit', 'verify');
    expect(code).toBe(1);
    expect(out).toMatch(/as it was written up to 2:[0-9a-f]{64}, and broken there\n$/);
    expect(complaint).toMatch(/^\S+: entry 3 does not follow from the one before it: one of the two was changed\.\n$/);
    await forge('UPDATE audit_log SET actor_id = NULL WHERE sequence = 3');
    expect((await parley('audit', 'verify')).code).toBe(0);
  });

  it('reports that the log does not lead to the last hash that was noted', async () => {
    const other = await parley('audit', 'verify', '--noted', `2:${'0'.repeat(64)}`);
    expect([other.code, other.complaint]).toEqual([1, expect.stringMatching(/entry 2 is not the one noted/)]);
    const longer = await parley('audit', 'verify', '--noted', `999:${'0'.repeat(64)}`);
    expect([longer.code, longer.complaint]).toEqual([1, expect.stringMatching(/entry \d+ is missing/)]);
    expect((await parley('audit', 'verify', '--noted', 'nonsense')).code).not.toBe(0);
  });

  it('verifies the logs of all organizations, or of one', async () => {
    const owner = { email: 'bert@example.org', fullName: 'Bert', passwordHash: null };
    const { organization } = await world
      .service(OrganizationCreation)
      .create({ name: 'Other', host: 'other.example', owner });
    await forge(`DELETE FROM audit_log WHERE sequence = 1 AND organization_id = ${organization.id}`);
    const all = await parley('audit', 'verify');
    expect([all.code, all.out.trimEnd().split('\n')]).toEqual([1, [expect.any(String), expect.any(String)]]);
    expect(all.complaint).toBe('other.example: entry 1 is missing.\n');
    const host = new URL(world.server.app.get(Config).baseUrl).host;
    expect((await parley('audit', 'verify', '--organization', host)).code).toBe(0);
    expect((await parley('audit', 'verify', '--organization', 'other.example')).code).toBe(1);
  });
});
