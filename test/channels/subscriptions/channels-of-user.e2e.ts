import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

describe('GET /users/{user_id}/channels', () => {
  let world: World;
  let bo: Person;
  let gus: Person;
  let foreign: OtherOrganization;
  beforeAll(async () => {
    world = await World.start();
    [bo, gus] = [await world.member('bo'), await world.guest('gus')];
    foreign = await createOtherOrganization(world);
  });
  afterAll(() => world.stop());

  const listed = async (person: Person, userId: number) =>
    (await person.ok('GET', `users/${userId}/channels`)).subscribed_channel_ids;

  it('lists what a user is subscribed to, as far as the caller sees the channels', async () => {
    const cy = await world.member('cy');
    const before = (await listed(cy, cy.id)) as number[];
    await cy.subscribe(['open', 'old']);
    await cy.subscribe('secret', { invite_only: true });
    const ids = [await cy.channelId('open'), await cy.channelId('secret')];
    await world.owner.ok('DELETE', `streams/${await cy.channelId('old')}`);
    expect(await listed(cy, cy.id)).toEqual([...before, ...ids]);
    expect(await listed(bo, cy.id)).toEqual([...before, ids[0]]);
    expect(await listed(gus, cy.id)).not.toContain(ids[0]);
  });

  it('is refused for unknown and foreign users', async () => {
    for (const userId of [987_654, foreign.userId, '-1', '1e3']) {
      const { status, body } = await bo.get(`users/${userId}/channels`);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});
