import { leftBy } from '../../support/audit-log';
import { runParley } from '../../support/command-line';
import { upload } from '../../support/files';
import { expectFreshSnapshot } from '../../support/fold';
import { World } from '../../support/world';

const MIB = 1024 * 1024;

describe('the upload quota of one organization', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_UPLOAD_QUOTA_MIB: '5' });
  });
  afterAll(() => world.stop());

  it('is set by the operator and takes effect at once', async () => {
    const { owner } = world;
    const queue = await owner.register();
    expect(queue.state.realm_upload_quota_mib).toBe(5);
    const [{ host }] = await world.sql<{ host: string }>('SELECT host FROM organization');
    const entries = await leftBy(world, async () => {
      const { code, out } = await runParley(world, ['organization', 'quota', host, '1']);
      expect([code, out]).toEqual([0, expect.stringMatching(/may take 1 MiB/)]);
    });
    expect(entries).toMatchObject([{ before: { upload_quota_mib: null }, after: { upload_quota_mib: 1 } }]);
    const { status, body } = await upload(owner, 'large', new Uint8Array(MIB + 1));
    expect([status, body]).toEqual([
      400,
      { result: 'error', msg: expect.stringMatching(/quota/), code: 'REALM_UPLOAD_QUOTA' },
    ]);
    await queue.until(({ type, data }) => type === 'realm' && (data as object | undefined) !== undefined);
    await expectFreshSnapshot(queue);
    const fresh = await owner.register({ fetch_event_types: ['realm'] });
    expect(fresh.state.realm_upload_quota_mib).toBe(1);

    expect((await runParley(world, ['organization', 'quota', host, 'default'])).code).toBe(0);
    expect((await upload(owner, 'large', new Uint8Array(MIB + 1))).status).toBe(200);
    expect((await runParley(world, ['organization', 'quota', host, 'much'])).code).not.toBe(0);
    expect((await runParley(world, ['organization', 'quota', 'nowhere.example', '1'])).code).not.toBe(0);
  });
});
