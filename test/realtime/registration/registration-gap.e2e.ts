import { Changes, MESSAGE_CHANNELS } from '../../support/changes';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { Random } from '../../support/fuzz/random';
import type { Parameters, Person } from '../../support/person';
import { ScriptedRelay } from '../../support/push/scripted-relay';
import { RandomChanges } from '../../support/random-changes';
import { World } from '../../support/world';

/** `PARLEY_TEST_REGISTRATIONS=1000` for a long run by hand, `PARLEY_TEST_SEED` for another seed. */
const REGISTRATIONS = Number(process.env.PARLEY_TEST_REGISTRATIONS ?? 40);
const SEED = Number(process.env.PARLEY_TEST_SEED ?? 17);
const NODES = 2;
const WRITERS = 6;
const MESSAGES_A_ROUND = 6;
/** Changes before the first registration of a round. */
const LEAD = 8;
const RELAY_KEY = Buffer.alloc(32, 9).toString('base64');
const CAPABLE = {
  notification_settings_null: true,
  archived_channels: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
  bulk_message_deletion: true,
  user_settings_object: true,
};
const CLIENTS: Parameters[] = [
  { include_subscribers: 'true', client_capabilities: CAPABLE },
  { client_capabilities: CAPABLE },
  { include_subscribers: 'true' },
];

/**
 * A user without a queue is in the audience of everything that the snapshot did not see: audiences do not depend on
 * queues (ADR 1).
 */
describe('registration without an earlier queue, during changes on two nodes', () => {
  let relay: ScriptedRelay;
  let world: World;
  let owner: Person;
  let readers: Person[];
  let changes: Changes;
  let changing: RandomChanges;
  const random = new Random(SEED);
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    let nextId = 1n;
    relay.script = () => ({ status: 200, body: { result: 'success', msg: '', device_id: nextId++ } });
    world = await World.start(relay.environment, NODES);
    owner = world.owner;
    readers = [
      await world.member('rita'),
      await world.member('omar'),
      await world.guest('gus'),
      await world.member('pam'),
    ];
    const [rita, omar, gus, pam] = readers.map(({ id }) => id);
    for (const { name, settings } of MESSAGE_CHANNELS)
      await owner.subscribe(name, { ...settings, principals: [owner.id, rita, gus] });
    await owner.subscribe('protected', { principals: [pam] });
    await owner.subscribe('open', { principals: [omar] });
    await readers[1].ok('DELETE', 'users/me/subscriptions', { subscriptions: ['open'] }); // The user had received the messages once.
    const channelIds = await Promise.all(MESSAGE_CHANNELS.map(({ name }) => owner.channelId(name)));
    const people = () => [owner, ...readers].map((person) => person.at(random.below(NODES)));
    changes = new Changes(random, people, channelIds, RELAY_KEY);
    changing = new RandomChanges(owner, [owner, ...readers], readers[3], random);
    await changing.prepare();
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });

  /** Registers all readers once while writers run; returns the differences as text. */
  async function round(): Promise<string[]> {
    await world.sql('DELETE FROM event_queue');
    for (let n = 0; n < MESSAGES_A_ROUND; n++)
      await owner.send(random.pick(MESSAGE_CHANNELS).name, 'one', `message ${n}`);
    let isOver = false;
    let done = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      for (; !isOver; done++) await (random.chance(0.25) ? changing.act() : changes.act());
    });
    while (done < LEAD) await changes.act();
    const queues = await Promise.all(
      readers.map((reader) => reader.at(random.below(NODES)).register(random.pick(CLIENTS))),
    );
    isOver = true;
    await Promise.all(writers);
    return (await Promise.all(queues.map(differenceOf))).flat();
  }

  async function differenceOf(queue: EventQueue): Promise<string[]> {
    try {
      await expectFreshSnapshot(queue);
      return [];
    } catch (error) {
      return [`${queue.person.fullName}: ${(error as Error).message}`];
    }
  }

  it(
    `shows a reader the same as a fresh snapshot: ${REGISTRATIONS} times`,
    async () => {
      const differences: string[] = [];
      for (let registered = 0; registered < REGISTRATIONS; registered += readers.length) {
        differences.push(...(await round()));
      }
      const few = differences.slice(0, 20).join('\n');
      expect(`${differences.length} of ${REGISTRATIONS} differ\n${few}`).toBe(`0 of ${REGISTRATIONS} differ\n`);
    },
    60_000 + REGISTRATIONS * 5_000,
  );
});
