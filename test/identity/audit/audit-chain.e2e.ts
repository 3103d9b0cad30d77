import { Audit, UserCreation, UserRoles } from '@app/identity';
import { lock, Transactions } from '@app/platform';
import { leftBy, logOf } from '../../support/audit-log';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

describe('the audit log is append-only', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.moderator('bo')];
  });
  afterAll(() => world.stop());

  it.each([
    'UPDATE audit_log SET actor_id = 1',
    'UPDATE audit_log SET actor_id = 1 WHERE sequence < 0',
    'DELETE FROM audit_log WHERE sequence = 1',
    'TRUNCATE audit_log',
    'TRUNCATE organization CASCADE',
    'DELETE FROM audit_head',
    'TRUNCATE audit_head CASCADE',
  ])('the database refuses to %s', async (statement) => {
    await expect(world.sql(statement)).rejects.toThrow(/The audit log is only added to/);
  });

  it('chains the audit log without a gap when many changes are made at once', async () => {
    const roles = world.service(UserRoles);
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        world.service(UserCreation).byOperator(world.organizationId, {
          email: `many.${index}@example.org`,
          password: PASSWORD,
          fullName: `Many ${index}`,
        }),
      ),
    );
    const changes = await leftBy(world, () =>
      Promise.all([
        ...people.map(({ id }) => roles.set(world.organizationId, id, 300)),
        ...people.map(({ email: _, deliveryEmail }) =>
          world.request('POST', 'dev_fetch_api_key', { username: deliveryEmail }),
        ),
        ...people.map(({ id }) => ana.subscribe(`at once ${id}`)),
        ...people.map(() => world.request('POST', 'fetch_api_key', { username: ana.email, password: 'wrong' })),
      ]),
    );
    expect(changes).toHaveLength(16);
    const last = changes[15];
    expect(changes.map(({ id }) => id)).toEqual(changes.map((_, index) => last.id - 15 + index));
    const { end, broken } = await world.service(Audit).verify(world.organizationId);
    expect([end.sequence, end.hash.toString('hex'), broken]).toEqual([last.id, last.hash, null]);
  });

  it('does not delay logins while another transaction is open that has written an entry', async () => {
    const transactions = world.service(Transactions);
    let finish = () => undefined as void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const long = transactions.run([lock.organization(world.organizationId)], async () => {
      await world.service(UserRoles).set(world.organizationId, bo.id as never, 400);
      await finished;
    });
    const { status } = await world.request('POST', 'dev_fetch_api_key', { username: ana.email });
    finish();
    await long;
    expect(status).toBe(200);
    const [role, login] = await logOf(world.owner, { limit: 2 });
    expect([role.action, login.action]).toEqual(['changed', 'logged_in']);
  });
});

describe('changes to the audit log by a user with all rights on the database', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    for (const name of ['ana', 'bo', 'cy']) await world.member(name);
  });
  afterAll(() => world.stop());

  /** Disables the triggers, as the owner of the tables can. */
  const forge = (statements: string) => {
    const tables = ['audit_log', 'audit_head'];
    const turned = (word: string) => tables.map((table) => `ALTER TABLE ${table} ${word} TRIGGER USER`).join('; ');
    return world.sql(`${turned('DISABLE')}; ${statements}; ${turned('ENABLE')}`);
  };

  /** What the owner of the tables can do; each change is undone afterwards. */
  async function faultAfter(statement: string): Promise<{ sequence: number; fault: string } | null> {
    const audit = world.service(Audit);
    const saved = `CREATE TABLE saved_log AS TABLE audit_log; CREATE TABLE saved_head AS TABLE audit_head;
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_organization_id_fkey`;
    const restored = `TRUNCATE audit_log, audit_head; INSERT INTO audit_head TABLE saved_head;
      INSERT INTO audit_log TABLE saved_log; DROP TABLE saved_log, saved_head;
      ALTER TABLE audit_log ADD FOREIGN KEY (organization_id) REFERENCES audit_head`;
    await forge(`${saved}; ${statement}`);
    const { broken } = await audit.verify(world.organizationId);
    await forge(restored);
    expect(await audit.verify(world.organizationId)).toMatchObject({ broken: null });
    return broken;
  }

  it.each([
    ['another actor', `UPDATE audit_log SET actor_id = 2 WHERE sequence = 5`, 5],
    ['no user as the actor', `UPDATE audit_log SET actor_id = NULL WHERE sequence = 5`, 5],
    ['another client', `UPDATE audit_log SET client = 'Other' WHERE sequence = 5`, 5],
    ['another address', `UPDATE audit_log SET address = '192.0.2.1' WHERE sequence = 5`, 5],
    ['another word', `UPDATE audit_log SET action = 'deleted' WHERE sequence = 5`, 5],
    ['another kind of thing', `UPDATE audit_log SET object_type = 'channel' WHERE sequence = 5`, 5],
    ['another thing', `UPDATE audit_log SET object_id = object_id + 1 WHERE sequence = 5`, 5],
    ['other facts', `UPDATE audit_log SET after = '{"role": 600}' WHERE sequence = 5`, 5],
    ['facts of before', `UPDATE audit_log SET before = '{}' WHERE sequence = 5`, 5],
    ['another time', `UPDATE audit_log SET at = at - interval '1 microsecond' WHERE sequence = 5`, 5],
    ['another hash', `UPDATE audit_log SET hash = sha256(hash) WHERE sequence = 5`, 5],
    ['a first entry that is gone', 'DELETE FROM audit_log WHERE sequence = 1', 1],
    ['an entry that is gone', 'DELETE FROM audit_log WHERE sequence = 5', 5],
    ['a last entry that is gone', 'DELETE FROM audit_log WHERE sequence = (SELECT sequence FROM audit_head)', 10],
    [
      'a gap that was closed',
      'DELETE FROM audit_log WHERE sequence = 5; UPDATE audit_log SET sequence = sequence - 1 WHERE sequence = 6',
      5,
    ],
    [
      'an entry put in front',
      `INSERT INTO audit_log SELECT organization_id, -1, at, actor_id, client, address, action, object_type, object_id,
         before, after, hash FROM audit_log WHERE sequence = 1`,
      -1,
    ],
    [
      'two entries in turned order',
      `UPDATE audit_log SET sequence = -5 WHERE sequence = 5; UPDATE audit_log SET sequence = 5 WHERE sequence = 6;
       UPDATE audit_log SET sequence = 6 WHERE sequence = -5`,
      5,
    ],
    ['an end that was set back', 'UPDATE audit_head SET sequence = 9', 10],
    ['all entries gone', 'DELETE FROM audit_log', 1],
    ['later entries gone and the end, too', 'DELETE FROM audit_log WHERE sequence > 9; DELETE FROM audit_head', 1],
  ])('verification finds that the log was changed: %s', async (_, statement, sequence) => {
    const [{ last }] = await world.sql<{ last: number }>('SELECT sequence::int AS last FROM audit_head');
    expect(last).toBe(10);
    expect(await faultAfter(statement)).toMatchObject({ sequence, fault: expect.any(String) });
  });

  it('verification finds a rewritten chain when an earlier last hash was noted', async () => {
    const audit = world.service(Audit);
    const { end: noted } = await audit.verify(world.organizationId);
    const cut = `DELETE FROM audit_log WHERE sequence > 8;
      UPDATE audit_head h SET sequence = 8, hash = l.hash FROM audit_log l WHERE l.sequence = 8`;
    await forge(cut);
    expect(await audit.verify(world.organizationId)).toMatchObject({ broken: null, end: { sequence: 8 } });
    expect((await audit.verify(world.organizationId, noted)).broken).toEqual({ sequence: 9, fault: 'is missing' });
    for (const name of ['dan', 'eve']) await world.member(name);
    expect(await audit.verify(world.organizationId)).toMatchObject({ broken: null });
    expect((await audit.verify(world.organizationId, noted)).broken).toMatchObject({ sequence: noted.sequence });
  });
});
