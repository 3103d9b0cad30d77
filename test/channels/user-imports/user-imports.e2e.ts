import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROWS, UserImports } from '../../../libs/channels/src/user-imports/user-imports.service';
import { leftBy } from '../../support/audit-log';
import { runParley } from '../../support/command-line';
import { groupSeenBy, makeGroup } from '../../support/groups';
import { upload as uploadFile } from '../../support/picture-uploads';
import type { Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Account {
  user_id: number;
  delivery_email: string;
  full_name: string;
  role: number;
  is_active: boolean;
}

const HEADER = 'email,full_name,role,active,groups,channels';
const WHOLE = ROWS.atOnce;

/** Import of people from a file, and exports, on the command line. */
describe('files of people', () => {
  let world: World;
  let directory: string;
  beforeAll(async () => {
    world = await World.start();
    directory = mkdtempSync(join(tmpdir(), 'parley-people-'));
  });
  afterEach(() => {
    ROWS.atOnce = WHOLE;
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await world.stop();
  });

  const fileOf = (lines: readonly string[]) => {
    const file = join(directory, 'people.csv');
    writeFileSync(file, lines.join('\n'));
    return file;
  };
  const onCommandLine = (lines: readonly string[], ...options: string[]) =>
    runParley(world, ['users', 'import', fileOf(lines), ...options]);
  const imported = async (lines: readonly string[]) => {
    const operator = { organizationId: world.organizationId, userId: null };
    const checked = await world.service(UserImports).check(operator, Buffer.from(lines.join('\r\n')));
    await world.service(UserImports).carryOut(operator, checked);
    return checked.steps.map(({ action }) => action);
  };
  const accounts = async (): Promise<Account[]> =>
    ((await world.owner.ok('GET', 'users')).members as Account[]).filter(({ delivery_email }) => delivery_email);
  const accountOf = async (email: string): Promise<Account | undefined> =>
    (await accounts()).find(({ delivery_email }) => delivery_email === email);
  const subscribersOf = async (name: string) =>
    (await world.owner.ok('GET', `streams/${await world.owner.channelId(name)}/members`)).subscribers as number[];

  it('creates, changes, deactivates and reactivates people, with groups and channels', async () => {
    const groupId = await makeGroup(world.owner, 'design');
    await world.owner.subscribe(['plans', 'news']);
    const first = await onCommandLine([
      HEADER,
      'ada@example.org,Ada Example,administrator,,design,plans; news',
      'ben@example.org,Ben Example,member,true,,',
      'cat@example.org,Cat Example,guest,,,',
      'gone@example.org,Gone Example,member,false,,',
    ]);
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Imported 4 people .*: 3 created, 1 as they should be/),
    });
    const [ada, ben] = [(await accountOf('ada@example.org'))!, (await accountOf('ben@example.org'))!];
    expect([ada.role, ben.role, (await accountOf('cat@example.org'))!.role]).toEqual([200, 400, 600]);
    expect(await accountOf('gone@example.org')).toBeUndefined();
    expect((await groupSeenBy(world.owner, groupId)).members).toContain(ada.user_id);
    expect(await subscribersOf('plans')).toEqual([world.owner.id, ada.user_id]);
    expect(await subscribersOf('general')).toEqual(expect.arrayContaining([ada.user_id, ben.user_id]));

    await imported([
      'role,full_name,email,active,channels',
      'moderator,Ada Lovelace,ADA@example.org,,news',
      'member,Ben Example,ben@example.org,FALSE,',
    ]);
    expect(await accountOf('ada@example.org')).toMatchObject({ full_name: 'Ada Lovelace', role: 300, is_active: true });
    expect(await accountOf('ben@example.org')).toMatchObject({ is_active: false });
    await imported([HEADER, 'ben@example.org,Ben Example,member,true,design,']);
    expect(await accountOf('ben@example.org')).toMatchObject({ is_active: true });
    expect((await groupSeenBy(world.owner, groupId)).members).toEqual(expect.arrayContaining([ben.user_id]));
  });

  it('says in a dry run what each line would do, and does nothing', async () => {
    const before = await accounts();
    const lines = [HEADER, 'dora@example.org,Dora,member,,,news', 'ada@example.org,Ada L.,member,,,'];
    const { code, out } = await onCommandLine(lines, '--dry-run');
    expect(code).toBe(0);
    expect(out).toMatch(/2 +dora@example\.org +create +name: Dora, role: member, channel: news/);
    expect(out).toMatch(/3 +ada@example\.org +update +name: Ada Lovelace -> Ada L\., role: moderator -> member/);
    expect(await accounts()).toEqual(before);
  });

  it('changes nothing where a line is wrong, and names each wrong line', async () => {
    const before = await accounts();
    const { code, out, complaint } = await onCommandLine([
      HEADER,
      'eve@example.org,Eve,member,,,',
      'no address,Bad,member,,,',
      'EVE@example.org,Eve Again,member,,,',
      'fred@example.org,F,member,,,',
      'gus@example.org,Gus,emperor,,,',
      'hal@example.org,Hal,member,,nowhere,',
      'ida@example.org,Ida,member,,,atlantis',
      'olivia@example.org,Olivia Owner,member,,,',
      'cat@example.org,Cat Example,administrator,,,',
      'jan@example.org,Jan,member',
      'kim@example.org,Kim,member,,,news',
    ]);
    expect([code, out]).toEqual([1, '']);
    expect(complaint.split('\n').filter((line) => line.startsWith('line'))).toEqual([
      'line 3: "no address" is not a valid e-mail address.',
      'line 4: The address is in line 2 already.',
      'line 5: The name is too short.',
      'line 6: "emperor" is no role: the roles are owner, administrator, moderator, member, guest.',
      'line 7: There is no group "nowhere".',
      'line 8: There is no channel "atlantis".',
      'line 9: The organization would have no active owner left.',
      'line 10: A guest cannot be made administrator at once: choose another role first.',
      'line 11: The line has 3 cells, and the first line has 6.',
    ]);
    expect(await accounts()).toEqual(before);
  });

  it('never leaves the organization without an owner, not even between two lines', async () => {
    ROWS.atOnce = 1;
    const ada = (await accountOf('ada@example.org'))!.user_id;
    const roles = async () =>
      ((await world.owner.ok('GET', 'users', { user_ids: [world.owner.id, ada] })).members as Account[]).map(
        ({ role }) => role,
      );
    const lines = [HEADER, 'olivia@example.org,Olivia Owner,member,,,', 'ada@example.org,Ada Lovelace,owner,,,'];
    await imported(lines);
    expect(await roles()).toEqual([400, 100]);
    const back = [HEADER, 'olivia@example.org,Olivia Owner,owner,,,', 'ada@example.org,Ada Lovelace,member,,,'];
    await imported(back);
    expect(await roles()).toEqual([100, 400]);
  });

  it('does what is left when a file is imported again after an interruption', async () => {
    ROWS.atOnce = 2;
    const imports = world.service(UserImports);
    const operator = { organizationId: world.organizationId, userId: null };
    const people = ['la', 'lb', 'lc', 'ld', 'le'].map((name) => `${name}@example.org,${name} Example,member,,,news`);
    const checked = await imports.check(operator, Buffer.from([HEADER, ...people].join('\n')));
    const interrupted = imports.carryOut(operator, checked, (done) => {
      if (done === 4) throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await accountOf('le@example.org')).toBeUndefined();
    expect(await imported([HEADER, ...people])).toEqual(['none', 'none', 'none', 'none', 'create']);
    expect(await accountOf('le@example.org')).toMatchObject({ is_active: true });
  });

  it('needs as many statements for a batch of a hundred as for one of ten', async () => {
    const imports = world.service(UserImports);
    const operator = { organizationId: world.organizationId, userId: null };
    const costOf = async (count: number) => {
      const people = Array.from({ length: count }, (_, at) => `n${count}-${at}@example.org,Number ${at},member,,,`);
      const checked = await imports.check(operator, Buffer.from([HEADER, ...people].join('\n')));
      return (await statementsDuring(() => imports.carryOut(operator, checked))).length;
    };
    const [few, many] = [await costOf(10), await costOf(100)];
    expect(many).toBeLessThanOrEqual(few + 5);
  });

  it('writes into the audit log what single changes write', async () => {
    const entries = await leftBy(world, () => imported([HEADER, 'zoe@example.org,Zoe,member,,,news']));
    expect(entries.map(({ action, object_type: kind, actor_id: actor }) => [action, kind, actor])).toEqual([
      ['created', 'user', null],
      ['subscribed', 'channel', null],
    ]);
  });

  it('exports users, which can be imported again, groups and channels', async () => {
    const file = join(directory, 'exported.csv');
    expect((await runParley(world, ['users', 'export', file])).code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(`${HEADER}\r\n`)).toBe(true);
    expect(text).toContain('\r\nben@example.org,Ben Example,member,true,design,');
    const again = await runParley(world, ['users', 'import', file]);
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/: \d+ as they should be\.\n/) });
    const groups = await runParley(world, ['groups', 'export']);
    expect(groups.out).toMatch(/^name,description,active,members,subgroups\r\ndesign,about design,true,/);
    const channels = await runParley(world, ['channels', 'export']);
    expect(channels.out).toMatch(/\nplans,,public,false,false,\d+\r?\n/);
  });

  describe('by administrators over HTTP', () => {
    const upload = (person: Person, lines: readonly string[], fields: Record<string, string> = {}) =>
      uploadFile(person, 'users/import', [Buffer.from(lines.join('\n'))], fields);

    it('shows what a file would do, carries it out, and tells how far it is', async () => {
      const lines = [HEADER, 'pat@example.org,Pat Example,moderator,,design,news'];
      const dry = await upload(world.owner, lines, { dry_run: 'true' });
      const line = {
        line: 2,
        email: 'pat@example.org',
        action: 'create',
        changes: ['name: Pat Example', 'role: moderator', 'group: design', 'channel: news'],
      };
      expect(dry).toMatchObject({ status: 200, body: { total: 1, done: 0, lines: [line], errors: [] } });
      expect(await accountOf('pat@example.org')).toBeUndefined();
      const { status, body } = await upload(world.owner, lines);
      expect(status).toBe(200);
      const progress = () => world.owner.ok('GET', `users/imports/${body.import_id as number}`);
      await until(async () => (await progress()).done === 1);
      expect(await accountOf('pat@example.org')).toMatchObject({ role: 300, is_active: true });
    });

    it('tells administrators alone how far an import is', async () => {
      const [{ id }] = await world.sql<{ id: number }>('SELECT max(id)::int AS id FROM user_import');
      const refused = await (await world.member('moe')).get(`users/imports/${id}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      const unknown = await world.owner.get(`users/imports/${id + 1_000}`);
      expect([unknown.status, unknown.body.msg]).toEqual([400, 'There is no such import.']);
    });

    it('refuses a file with a wrong line and names it, and changes nothing', async () => {
      const lines = [HEADER, 'quin@example.org,Quin,member,,,', 'rob@example.org,Rob,boss,,,'];
      const { status, body } = await upload(world.owner, lines);
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ line: 3, message: expect.stringContaining('"boss" is no role') }]);
      expect(await accountOf('quin@example.org')).toBeUndefined();
    });

    it('lets administrators do what they may do one by one, and no more', async () => {
      const [admin, member] = [await world.admin('adam'), await world.member('mia')];
      const operation = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
      expect((await upload(member, [HEADER])).body).toMatchObject(operation);
      const { body } = await upload(
        admin,
        [
          HEADER,
          'newcomer@example.org,New Comer,member,,,',
          `${member.email},Mia Example,owner,,,`,
          'olivia@example.org,Olivia Owner,owner,false,,',
          `${admin.email},Adam Example,member,,,`,
        ],
        { dry_run: 'true' },
      );
      expect(body.errors).toEqual([
        { line: 2, message: 'You are not permitted to create users: the operator of the server decides.' },
        { line: 3, message: 'Only owners change the accounts of owners.' },
        { line: 4, message: 'Only owners change the accounts of owners.' },
        { line: 5, message: 'This is the account that imports: it cannot be deactivated or get a weaker role here.' },
      ]);
    });

    it('gives exports to administrators alone', async () => {
      const fileFor = async (person: Person, name: string) => {
        const answer = await fetch(`${world.url}/api/v1/export/${name}.csv`, {
          headers: { authorization: person.authorization },
        });
        return { type: answer.headers.get('content-type'), text: await answer.text() };
      };
      for (const [name, first] of [
        ['users', HEADER],
        ['groups', 'name,description,active,members,subgroups'],
        ['channels', 'name,description,privacy,archived,default,subscribers'],
      ] as const) {
        const { type, text } = await fileFor(world.owner, name);
        expect([type, text.split('\r\n')[0]]).toEqual(['text/csv; charset=utf-8', first]);
      }
      expect((await fileFor(await world.member('max'), 'users')).text).toContain('UNAUTHORIZED_PRINCIPAL');
    });
  });
});
