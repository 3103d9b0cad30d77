import { Workers } from '@app/platform';
import { LogActivity } from '../../../libs/realtime/src/event-log/log-activity';
import { LogTail } from '../../../libs/realtime/src/event-log/log-tail.service';
import { EventLogRepository } from '../../../libs/realtime/src/records/event-log.repository';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const A_MINUTE_MS = 60_000;

describe('nodes at rest', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start({}, 2);
    ana = await world.member('ana');
    await ana.subscribe('plans');
  });
  afterAll(() => world.stop());
  afterEach(() => jest.restoreAllMocks());

  const of = <T>(node: number, type: abstract new (...args: never[]) => T): T =>
    world.nodes[node].app.get<T>(type as never, { strict: false });
  const activityOf = (node: number) => (of(node, LogTail) as unknown as { activity: { lastAt: number } }).activity;
  const rest = (node: number): void =>
    void Object.assign(activityOf(node), { lastAt: 0, ofOthersAt: 0, wokeOthersAt: 0, wakeUps: [], unread: 0 });

  it('are woken by the node that writes, before they have read anything', async () => {
    await world.settled();
    const wakeOthers = jest.spyOn(of(0, EventLogRepository), 'wakeOthers');
    jest.spyOn(of(1, EventLogRepository), 'after').mockResolvedValue([]);
    rest(0);
    rest(1);
    await ana.at(0).send('plans', 'lunch', 'wake up');
    await until(() => activityOf(1).lastAt > 0);
    expect(wakeOthers).toHaveBeenCalledTimes(1);
  });

  it('are not woken again while they look often', async () => {
    await world.settled();
    const wakeOthers = jest.spyOn(of(0, EventLogRepository), 'wakeOthers');
    Object.assign(activityOf(0), { wokeOthersAt: Date.now() + A_MINUTE_MS }); // however slow this machine is
    await ana.at(0).send('plans', 'lunch', 'one');
    await world.settled();
    expect(wakeOthers).not.toHaveBeenCalled();
  });

  it('do not wake themselves', async () => {
    await world.settled();
    rest(0);
    rest(1);
    const wakeOthers = jest.spyOn(of(0, EventLogRepository), 'wakeOthers');
    const { mock } = jest.spyOn(LogActivity.prototype, 'noteWakeUp');
    const wokenNodes = (): unknown[] => mock.contexts;
    await ana.at(0).send('plans', 'lunch', 'for the other');
    await until(() => wokenNodes().includes(activityOf(1)));
    await Promise.all(wakeOthers.mock.results.map(({ value }) => value as Promise<void>));
    await of(0, EventLogRepository).wakeOthers(); // on the same connection: what was said before has come
    expect(wokenNodes()).not.toContain(activityOf(0));
  });

  it('let their workers look again soon when another node has written', async () => {
    await world.settled();
    const stir = jest.spyOn(of(1, Workers), 'stir');
    await ana.at(0).send('plans', 'lunch', 'to be indexed');
    await until(() => stir.mock.calls.length > 0);
    expect(stir).toHaveBeenCalled();
  });

  it('hear of an event at another node although the wake-up is lost', async () => {
    jest.spyOn(of(0, EventLogRepository), 'wakeOthers').mockResolvedValue();
    const queue = await ana.at(1).register({ event_types: ['message'] });
    await world.settled();
    rest(0);
    rest(1);
    const waiting = queue.poll();
    const id = await ana.at(0).send('plans', 'lunch', 'unheard');
    expect(await waiting).toMatchObject([{ message: { id } }]);
  });
});
