import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { Random } from '../../support/fuzz/random';
import type { Parameters, Person } from '../../support/person';
import { RandomChanges } from '../../support/random-changes';
import { World } from '../../support/world';

const CAPABLE = {
  notification_settings_null: true,
  archived_channels: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
};
/** A new client with all capabilities, and an old client with none. */
const CLIENTS: Parameters[] = [
  { include_subscribers: 'true', client_capabilities: CAPABLE },
  { include_subscribers: 'true' },
  { client_capabilities: CAPABLE },
];
const ROUNDS = 12;
const AT_ONCE = 4;

describe('concurrent changes of channels, groups and the organization', () => {
  let world: World;
  let people: Person[];
  beforeAll(async () => {
    world = await World.start();
    people = [world.owner, await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    people.push(await world.guest('gus'), await world.member('rita'));
  });
  afterAll(() => world.stop());

  it.each([1, 2, 3, 4])("every client's state equals a fresh snapshot in the end (%d)", async (seed) => {
    const climber = people[people.length - 1];
    const changing = new RandomChanges(world.owner, people, climber, new Random(seed));
    await changing.prepare();
    const queues: EventQueue[] = [];
    for (const person of people) for (const client of CLIENTS) queues.push(await person.register(client));
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => changing.act()));
    }
    for (const queue of queues) await expectFreshSnapshot(queue);
  });
});
