import { ScimClient } from './client';
import { runCommand } from '../../../apps/server/src/cli/program';
import { World } from '../../support/world';

describe('parley scim token', () => {
  let world: World;
  let client: ScimClient;
  beforeAll(async () => {
    world = await World.start();
    client = await ScimClient.start(world);
  });
  afterAll(() => world?.stop());

  const parley = async (...args: string[]) => {
    const said: string[] = [];
    const complaints: string[] = [];
    const terminal = {
      environment: { DATABASE_URL: world.databaseUrl, PARLEY_DATA_DIR: world.directory },
      say: (line: string) => void said.push(line),
      complain: (line: string) => void complaints.push(line),
      readLine: async () => '',
    };
    const code = await runCommand(args, terminal);
    return { code, said, complaints };
  };
  const isAdmitted = async (token: string) => {
    client.token = token;
    return (await client.get('ServiceProviderConfig')).status === 200;
  };

  it('shows a token once, keeps two, lists and revokes them', async () => {
    const first = client.token;
    const { said } = await parley('scim', 'token', 'create', client.slug);
    const second = said[0]!;
    expect(said).toEqual([expect.stringMatching(/^parley_scim_[\w-]{43}$/)]);
    expect([await isAdmitted(first), await isAdmitted(second)]).toEqual([true, true]);
    const third = await parley('scim', 'token', 'create', client.slug);
    expect(third.complaints).toEqual([expect.stringMatching(/^Token \d+ has ended/)]);
    expect([await isAdmitted(first), await isAdmitted(second), await isAdmitted(third.said[0]!)]).toEqual([
      false,
      true,
      true,
    ]);
    const { said: listed } = await parley('scim', 'token', 'list', client.slug);
    expect(listed).toHaveLength(3);
    expect(listed.join('\n')).not.toContain(second.slice(-20));
    const id = listed[1]!.split(' ')[0]!;
    expect((await parley('scim', 'token', 'revoke', client.slug, id)).said).toEqual([`Token ${id} has ended.`]);
    expect([await isAdmitted(second), await isAdmitted(third.said[0]!)]).toEqual([false, true]);
    expect((await parley('scim', 'token', 'revoke', client.slug, id)).code).not.toBe(0);
    const audited = await world.sql(`SELECT action FROM audit_log WHERE object_type = 'scim_client' ORDER BY sequence`);
    expect(audited.map(({ action }) => action)).toEqual(['created', 'created', 'deleted', 'created', 'deleted']);
    const stored = await world.sql<{ hash: string }>(`SELECT encode(token_hash, 'escape') AS hash FROM scim_client`);
    expect(stored.map(({ hash }) => hash).join()).not.toContain(third.said[0]!.slice(12));
  });

  it('knows no provider that is not there', async () => {
    expect((await parley('scim', 'token', 'create', 'nothing')).code).not.toBe(0);
  });
});
