import { ResidentQueues } from '../../../libs/realtime/src/delivery/resident-queues.service';
import { Hub } from '../../../libs/realtime/src/delivery/hub.service';
import { EventLogRepository } from '../../../libs/realtime/src/records/event-log.repository';
import { QueueRepository } from '../../../libs/realtime/src/records/queue.repository';
import { Person } from '../../support/person';
import { World } from '../../support/world';

/** Queues with more than the user's own messages: public channels, by parameter or by a narrow. */
describe('queues of all public messages', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await ana.subscribe('open');
    await ana.subscribe('closed', { invite_only: true });
  });
  afterAll(() => world.stop());

  const heard = async (queue: Awaited<ReturnType<Person['register']>>) => {
    await queue.drain();
    return queue.seen.map(({ message }) => (message as { id: number }).id);
  };

  it('include public messages without a subscription, and no private ones', async () => {
    const bo = await world.member('bo');
    const all = await bo.register({ event_types: ['message'], all_public_streams: true });
    const narrowed = await bo.register({ event_types: ['message'], narrow: [['stream', 'open']] });
    const id = await ana.send('open', 't', 'for everybody');
    await ana.send('closed', 't', 'for few');
    expect(await heard(all)).toEqual([id]);
    expect(await heard(narrowed)).toEqual([id]);
  });

  it('are refused to guests, by any parameter', async () => {
    const gus = await world.guest('gus');
    expect((await gus.post('register', { all_public_streams: true })).body.code).toBe('BAD_REQUEST');
    const queue = await gus.register({ event_types: ['message'], narrow: [['stream', 'open']] });
    await ana.send('open', 't', 'not for guests');
    expect(await heard(queue)).toEqual([]);
  });

  it('are restricted when their user becomes a guest, on nodes that rebuild them too', async () => {
    const cy = await world.member('cy');
    const queue = await cy.register({ event_types: ['message'], all_public_streams: true });
    const before = await ana.send('open', 't', 'while a member');
    await world.setRole(cy, 'guest');
    await ana.send('open', 't', 'after that');
    expect(await heard(queue)).toEqual([before]);
    expect(await world.sql("SELECT options -> 'isWide' AS wide FROM event_queue WHERE id = $1", [queue.id])).toEqual([
      { wide: false },
    ]);
  });

  it('are restricted for a guest when the event is in the log while a node rebuilds them', async () => {
    const dan = await world.member('dan');
    const queue = await dan.register({ event_types: ['message'], all_public_streams: true });
    const before = await ana.send('open', 't', 'while a member');
    await world.settled();
    const hub = world.service(Hub);
    hub.remove(world.service(ResidentQueues).find(queue.id)!);
    const rows = world.service(QueueRepository);
    const read = jest.spyOn(rows, 'find').mockImplementationOnce(async (id) => {
      read.mockRestore();
      const row = await rows.find(id);
      await world.setRole(dan, 'guest');
      await world.settled();
      return row;
    });
    expect((await queue.poll()).length).toBeGreaterThan(0);
    await ana.send('open', 't', 'after that');
    expect(await heard(queue)).toEqual([before]);
  });

  it('are restricted for a guest whose role changes while the queue is registered', async () => {
    const eli = await world.member('eli');
    const entries = world.service(EventLogRepository);
    const read = jest.spyOn(entries, 'snapshot').mockImplementationOnce(async () => {
      read.mockRestore();
      const snapshot = await entries.snapshot();
      await world.sql(`UPDATE user_account SET role = 600 WHERE id = $1`, [eli.id]); // found no queue to restrict
      return snapshot;
    });
    const queue = await eli.register({ event_types: ['message'], all_public_streams: true });
    await ana.send('open', 't', 'not for guests');
    expect(await heard(queue)).toEqual([]);
    expect(await world.sql("SELECT options -> 'isWide' AS wide FROM event_queue WHERE id = $1", [queue.id])).toEqual([
      { wide: false },
    ]);
  });
});
