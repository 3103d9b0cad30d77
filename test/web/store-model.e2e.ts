import { Connection, register, ServerEvent, Snapshot } from '@parley/client';
import { Store } from '../../apps/web/src/store/store';
import { SNAPSHOT_PARTS } from '../../apps/web/src/server/event-types';
import { Changes, MESSAGE_CHANNELS } from '../support/changes';
import { comparable } from '../support/fold/comparison';
import { withoutNewest } from '../support/fold/deletions';
import { Random } from '../support/fuzz/random';
import type { Person } from '../support/person';
import { RandomChanges } from '../support/random-changes';
import { World } from '../support/world';

/** `PARLEY_TEST_SEED` for another one. */
const SEED = Number(process.env.PARLEY_TEST_SEED ?? 23);
const ROUNDS = 3;
const WRITERS = 6;
const CHANGES_A_WRITER = 8;
/** A busy machine makes so many changes in this time. */
const PATIENCE_MS = 600_000;
const RELAY_KEY = Buffer.alloc(32, 9).toString('base64');

/** A browser client's store and its queue, read as the client reads it. */
class Follower {
  readonly seen: ServerEvent[] = [];
  private store: Store;
  private readonly queueId: string;
  private lastEventId: number;

  private constructor(
    private readonly connection: Connection,
    snapshot: Snapshot,
  ) {
    this.store = new Store(snapshot);
    this.queueId = snapshot.queue_id;
    this.lastEventId = snapshot.last_event_id;
  }

  static async of({ world, email, key }: Person): Promise<Follower> {
    const connection = new Connection({ url: world.url, credentials: { email, key } });
    return new Follower(connection, await Follower.snapshot(connection));
  }

  private static snapshot(connection: Connection): Promise<Snapshot> {
    return register(connection, { snapshotParts: SNAPSHOT_PARTS });
  }

  async catchUp(): Promise<void> {
    for (;;) {
      const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId, dont_block: true };
      const events = (await this.connection.request('GET events', parameters)).events as ServerEvent[];
      if (events.length === 0) return;
      this.store.apply(events);
      this.seen.push(...events);
      this.lastEventId = events.at(-1)!.id;
    }
  }

  /** As after a reload: from what is kept, and what came since. */
  reload(): void {
    const place = { queue_id: this.queueId, last_event_id: this.lastEventId };
    this.store = new Store(structuredClone({ ...this.store.toSnapshot(), ...place }));
  }

  async expectFresh(): Promise<void> {
    const fresh = await Follower.snapshot(this.connection);
    const revealed = new Set(
      this.seen.flatMap((event) =>
        event.type === 'stream' && event.op === 'create' ? event.streams.map(({ stream_id }) => stream_id) : [],
      ),
    );
    const losesMessages = this.seen.some(
      (event) =>
        event.type === 'delete_message' || (event.type === 'update_message' && event.new_stream_id !== undefined),
    );
    const known = losesMessages ? withoutNewest : (state: Record<string, unknown>) => state;
    expect(comparable(known(this.store.toSnapshot()), revealed)).toEqual(comparable(known({ ...fresh }), revealed));
  }
}

describe('the store of the browser client', () => {
  let world: World;
  let people: Person[];
  let changes: Changes;
  let others: RandomChanges;
  const random = new Random(SEED);

  beforeAll(async () => {
    world = await World.start();
    const { owner } = world;
    const readers = [await world.member('rita'), await world.guest('gus'), await world.member('pam')];
    people = [owner, ...readers];
    for (const { name, settings } of MESSAGE_CHANNELS)
      await owner.subscribe(name, { ...settings, principals: people.slice(0, 3).map(({ id }) => id) });
    const channelIds = await Promise.all(MESSAGE_CHANNELS.map(({ name }) => owner.channelId(name)));
    changes = new Changes(random, () => people, channelIds, RELAY_KEY);
    others = new RandomChanges(owner, people, readers[2], random);
    await others.prepare();
  });
  afterAll(() => world.stop());

  it('holds a snapshot without loss', async () => {
    for (const person of people) await (await Follower.of(person)).expectFresh();
  });

  it(
    'equals a fresh snapshot after any events, before and after a reload',
    async () => {
      const followers = await Promise.all(people.map((person) => Follower.of(person)));
      for (let round = 0; round < ROUNDS; round++) {
        const write = async () => {
          for (let change = 0; change < CHANGES_A_WRITER; change++)
            await (random.chance(0.3) ? others.act() : changes.act());
        };
        await Promise.all(Array.from({ length: WRITERS }, write));
        await world.settled();
        for (const follower of followers) {
          await follower.catchUp();
          await follower.expectFresh();
          follower.reload();
          await follower.expectFresh();
        }
      }
    },
    PATIENCE_MS,
  );
});
