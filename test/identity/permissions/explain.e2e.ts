import { Config } from '@app/platform';
import { runCommand } from '../../../apps/server/src/cli/program';
import { runParley } from '../../support/command-line';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** Each command starts the whole server without its routes. */
/** `npm run parley -- explain`, on the database of a server that is running. */
describe('the command explain', () => {
  let world: World;
  let ana: Person;
  let gus: Person;
  let alma: Person;
  let dan: Person;
  let staff: number;
  let sales: number;
  let posted: Map<Person, boolean>;
  /** All requests come first: a command in this process takes the database from the server in it. */
  beforeAll(async () => {
    world = await World.start();
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
    [alma, dan] = [await world.admin('alma'), await world.member('dan')];
    const group = async (name: string, wish: object) =>
      (await world.owner.ok('POST', 'user_groups/create', { name, description: '', ...wish })).group_id as number;
    const engineers = await group('engineers', { members: [ana.id] });
    staff = await group('staff', { members: [], subgroups: [engineers], can_mention_group: engineers });
    const settings = { can_subscribe_group: staff, can_send_message_group: staff };
    await world.owner.subscribe('sales', { invite_only: true, history_public_to_subscribers: true, ...settings });
    sales = await world.owner.channelId('sales');
    const posting = { type: 'channel', to: 'sales', topic: 't', content: 'x' };
    posted = new Map();
    for (const person of [ana, gus, alma, world.owner])
      posted.set(person, (await person.post('messages', posting)).status === 200);
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [dan.id]);
  });
  afterAll(() => world.stop());

  /** Runs the command in this process; returns output, errors and exit code. */
  const explain = async (args: readonly string[]) => {
    const [said, complaints]: [string[], string[]] = [[], []];
    const code = await runCommand(['explain', ...args], {
      environment: { DATABASE_URL: world.databaseUrl, PARLEY_DATA_DIR: world.server.app.get(Config).dataDirectory },
      say: (line) => void said.push(line),
      complain: (line) => void complaints.push(line),
      readLine: async () => '',
    });
    return { code, said, complaint: complaints.join('\n') };
  };
  const explained = async (...args: string[]): Promise<string[]> => {
    const { code, said, complaint } = await explain(args);
    expect([code, complaint]).toEqual([0, '']);
    return said.map((line) => line.replace(/^ {2}- /, ''));
  };

  it('shows the chain of groups that gives access to a channel', async () => {
    expect(await explained(ana.email, 'read', 'channel:sales')).toEqual([
      'yes: ana@example.org read channel "sales"',
      'no guest (member)',
      'can_subscribe_group of the channel: staff > engineers > ana@example.org',
      'all messages: the history is shared',
    ]);
  });

  it('lists everything that is missing', async () => {
    const [answer, ...reasons] = await explained(String(gus.id), 'read', `channel:${sales}`);
    expect(answer).toBe('no: gus@example.org read channel "sales"');
    expect(reasons).toEqual(
      expect.arrayContaining(['not subscribed', 'a guest', 'not in can_subscribe_group of the channel: staff']),
    );
  });

  it('distinguishes administration from access to the content', async () => {
    const [sees] = await explained(alma.email, 'administer', 'channel:SALES');
    const [reads, ...missing] = await explained(alma.email, 'read', 'channel:sales');
    expect([sees.split(':')[0], reads.split(':')[0]]).toEqual(['yes', 'no']);
    expect(missing).toContain('the channel is private');
  });

  it('shows roles as the system groups that they are', async () => {
    expect(await explained(ana.email, 'post', 'channel:general')).toContain(
      'can_send_message_group of the channel: role:everyone > role:members > ana@example.org',
    );
  });

  it('explains group membership by name and id, for system groups too', async () => {
    expect(await explained(ana.email, 'mention', 'group:staff')).toEqual([
      'yes: ana@example.org mention group "staff"',
      'no system group',
      'can_mention_group of the group: engineers > ana@example.org',
    ]);
    expect(await explained(world.owner.email, 'manage', `group:${staff}`)).toContain(
      'can_manage_all_groups of the organization: role:owners > olivia@example.org',
    );
    expect((await explained(world.owner.email, 'mention', 'group:role:members')).slice(1)).toContain('a system group');
  });

  it('is a command of the admin command line', async () => {
    const { code, out } = await runParley(world, ['explain', ana.email, 'mention', 'group:staff']);
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        'yes: ana@example.org mention group "staff"',
        '  - no system group',
        '  - can_mention_group of the group: engineers > ana@example.org',
        '',
      ],
    ]);
  });

  it('agrees with the answers of the server', async () => {
    for (const [person, hasPosted] of posted) {
      const [answer] = await explained(person.email, 'post', 'channel:sales');
      expect([answer.split(':')[0], person.email]).toEqual([hasPosted ? 'yes' : 'no', person.email]);
    }
    expect(new Set(posted.values())).toEqual(new Set([true, false]));
  });

  it('denies everything to deactivated accounts', async () => {
    expect(await explained(dan.email, 'read', 'channel:general')).toEqual([
      'no: dan@example.org read channel "general"',
      'the account is deactivated',
    ]);
  });

  it.each([
    [['nobody@example.org', 'read', 'channel:sales'], 'No such user: nobody@example.org'],
    [['ana@example.org', 'read', 'channel:nowhere'], 'nowhere'],
    [['ana@example.org', 'manage', 'group:nobody here'], 'nobody here'],
    [['ana@example.org', 'manage', 'channel:sales'], 'With a channel there is: see, read'],
    [['ana@example.org', 'read', 'message:5'], 'channel:<name or id> or group:<name or id>'],
    [['ana@example.org', 'fly', 'channel:sales'], 'Allowed choices are see, read'],
  ])('rejects %j', async (args, sentence) => {
    const { code, complaint } = await explain(args);
    expect(code).not.toBe(0);
    expect(complaint).toContain(sentence);
  });
});
