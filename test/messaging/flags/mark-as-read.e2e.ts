import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { heldTransaction } from '../../support/held';
import type { Person } from '../../support/person';
import { changed, flagsOf, follow, leave, unreadsOf } from '../../support/reading';
import { until } from '../../support/until';
import { World } from '../../support/world';

describe('the deprecated operations that mark messages as read', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let general: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
    general = await ana.channelId('general');
  });
  afterAll(() => world.stop());
  beforeEach(() => ben.ok('POST', 'mark_all_as_read'));

  const isFlag = ({ type }: Event) => type === 'update_message_flags';
  const told = async (queue: EventQueue) =>
    (await queue.drain()).filter(isFlag).map(({ op, flag, messages, all }) => ({ op, flag, messages, all }));
  const unreadIds = async (): Promise<number[]> => {
    const { pms, streams, huddles } = await unreadsOf(ben);
    return [...pms, ...streams, ...huddles]
      .flatMap(({ unread_message_ids }) => unread_message_ids)
      .sort((one, other) => one - other);
  };

  describe('mark_all_as_read', () => {
    it('marks everything as read, also messages made unread, and sends one event without ids', async () => {
      const queue = await follow(ben);
      const ids: number[] = [];
      let events: object[] = [];
      // While a transaction of another database is open, the event contains ids.
      await until(async () => {
        const old = await ana.send('general', 'a', 'x');
        await changed(ben, 'add', 'read', [old]);
        await changed(ben, 'remove', 'read', [old]);
        ids.push(old, await ana.send('team', 'b', '@**Ben Example**'), await ana.sendTo([ben], 'y'));
        await told(queue);
        const answer = await ben.ok('POST', 'mark_all_as_read');
        expect(answer).toEqual({ result: 'success', msg: '', complete: true });
        events = await told(queue);
        return !JSON.stringify(events).includes('"all":false');
      });
      expect(events).toEqual([{ op: 'add', flag: 'read', messages: [], all: true }]);
      for (const id of ids) expect(await flagsOf(ben, id)).toContain('read');
      expect(await unreadIds()).toEqual([]);
      await expectFreshSnapshot(queue);
    });

    it('sends no event when no message was unread', async () => {
      const queue = await ben.register();
      await ben.ok('POST', 'mark_all_as_read');
      expect(await told(queue)).toEqual([]);
    });

    it('lists the marked messages while another user is sending; the new message stays unread', async () => {
      const slow = await heldTransaction(world, ben);
      const sent = await ana.send('general', 'a', 'x');
      const queue = await follow(ben);
      await ben.ok('POST', 'mark_all_as_read');
      await slow.letGo();
      expect(await told(queue)).toEqual([{ op: 'add', flag: 'read', messages: [sent], all: false }]);
      const later = await ana.send('general', 'a', 'y');
      expect(await unreadIds()).toEqual([later]);
      await expectFreshSnapshot(queue);
    });

    it('leaves the read state of other users', async () => {
      const cleo = await world.member('cleo');
      await cleo.subscribe('general');
      const id = await ana.send('general', 'a', 'x');
      await ben.ok('POST', 'mark_all_as_read');
      expect(await flagsOf(cleo, id)).toEqual([]);
    });
  });

  describe('mark_stream_as_read', () => {
    it('marks a channel as read, with an event for its unread messages', async () => {
      const ids = [await ana.send('general', 'a', 'x'), await ana.send('general', 'b', 'y')];
      const elsewhere = await ana.send('team', 'a', 'z');
      const marked = await ana.send('general', 'c', 'x');
      await changed(ben, 'add', 'read', [marked]);
      await changed(ben, 'remove', 'read', [marked]);
      const queue = await follow(ben);
      const read = () => ben.ok('POST', 'mark_stream_as_read', { stream_id: general });
      expect(await read()).toEqual({ result: 'success', msg: '' });
      await read();
      expect(await told(queue)).toEqual([{ op: 'add', flag: 'read', messages: [...ids, marked], all: false }]);
      expect(await unreadIds()).toEqual([elsewhere]);
      await expectFreshSnapshot(queue);
    });

    it('answers alike for unknown and unreadable channels', async () => {
      await world.owner.subscribe('hidden', { invite_only: true });
      const hidden = await world.owner.channelId('hidden');
      for (const stream_id of [hidden, 987_654, 2 ** 52, 0, -1]) {
        const { status, body } = await ben.post('mark_stream_as_read', { stream_id });
        expect([status, body]).toEqual([400, { result: 'error', msg: 'Invalid channel ID', code: 'BAD_REQUEST' }]);
      }
    });

    it('requires the channel as a number', async () => {
      expect((await ben.post('mark_stream_as_read')).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' });
      expect((await ben.post('mark_stream_as_read', { stream_id: 'general' })).status).toBe(400);
    });
  });

  describe('mark_topic_as_read', () => {
    it('marks a topic as read in any spelling, with an event for its unread messages', async () => {
      const ids = [await ana.send('general', 'roof', 'x'), await ana.send('general', 'Roof', 'y')];
      const elsewhere = [await ana.send('general', 'cellar', 'z'), await ana.send('team', 'roof', 'z')];
      const queue = await follow(ben);
      const read = () => ben.ok('POST', 'mark_topic_as_read', { stream_id: general, topic_name: 'ROOF' });
      expect(await read()).toEqual({ result: 'success', msg: '' });
      await read();
      expect(await told(queue)).toEqual([{ op: 'add', flag: 'read', messages: ids, all: false }]);
      expect(await unreadIds()).toEqual(elsewhere);
      await expectFreshSnapshot(queue);
    });

    it.each(['', 'general chat', '(no topic)'])('reads %j as the empty topic', async (topic_name) => {
      await ana.send('general', '', 'x');
      await ben.ok('POST', 'mark_topic_as_read', { stream_id: general, topic_name });
      expect(await unreadIds()).toEqual([]);
    });

    it('answers only for topics in which the user has received messages', async () => {
      await world.owner.subscribe('elsewhere');
      const stream_id = await world.owner.channelId('elsewhere');
      await world.owner.send('elsewhere', 'theirs', 'x');
      for (const [channel, topic_name] of [
        [stream_id, 'theirs'],
        [general, 'nothing'],
      ]) {
        const { status, body } = await ben.post('mark_topic_as_read', { stream_id: channel, topic_name });
        const msg = `No such topic '${topic_name}'`;
        expect([status, body]).toEqual([400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
      }
    });

    it('mistake 2: does not reveal the topics of an unreadable channel', async () => {
      await world.owner.subscribe('secret', { invite_only: true, principals: [world.owner.id, ben.id] });
      await world.owner.send('secret', 'known', 'x');
      const stream_id = await world.owner.channelId('secret');
      await leave(ben, 'secret');
      for (const topic_name of ['known', 'unknown']) {
        const { status, body } = await ben.post('mark_topic_as_read', { stream_id, topic_name });
        expect([status, body.msg]).toEqual([400, 'Invalid channel ID']);
      }
    });

    it.each(['stream_id', 'topic_name'])('requires %s', async (name) => {
      const all: Record<string, unknown> = { stream_id: general, topic_name: 'roof' };
      delete all[name];
      const { status, body } = await ben.post('mark_topic_as_read', all as never);
      expect([status, body.var_name]).toEqual([400, name]);
    });
  });

  it.each(['mark_all_as_read', 'mark_stream_as_read', 'mark_topic_as_read'])('%s requires an account', async (path) => {
    const { status, body } = await world.request('POST', path);
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
