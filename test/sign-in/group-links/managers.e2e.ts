import { runParley } from '../../support/command-line';
import { World } from '../../support/world';
import { GROUP, ScimClient } from '../scim/client';

describe('A user group that a provider writes by SCIM', () => {
  let world: World;
  let scim: ScimClient;
  beforeAll(async () => {
    world = await World.start();
    scim = await ScimClient.start(world);
  });
  afterAll(() => world?.stop());

  it('gets no second manager by a link, of an owner or on the command line', async () => {
    const { body } = await scim.request('POST', 'Groups', { schemas: [GROUP], displayName: 'engineers' });
    const links = `realm/identity_providers/${scim.providerId}/group_links`;
    const refused = await world.owner.post(links, { external_group: 'Engineers', user_group_id: Number(body.id) });
    const reason = 'writes this user group by SCIM, and nothing else may';
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining(reason)]);
    const { code, complaint } = await runParley(world, ['sso', 'link-group', scim.slug, 'Engineers', 'engineers']);
    expect([code, complaint]).toEqual([1, expect.stringContaining(reason)]);
    expect((await world.owner.ok('GET', links)).group_links).toEqual([]);
  });
});
