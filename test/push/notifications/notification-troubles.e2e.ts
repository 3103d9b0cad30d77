import type { Person } from '../../support/person';
import { Phones } from '../../support/push/phones';
import { refusing, ScriptedRelay } from '../../support/push/scripted-relay';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Notifications whose messages are read or deleted, and relays that are slow, refusing, or down. */
describe('notifications', () => {
  let world: World;
  let relay: ScriptedRelay;
  let phones: Phones;
  let bo: Person;
  let count = 0;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    phones = new Phones(world, relay);
    bo = await world.member('bo');
    await bo.subscribe('plans');
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });
  beforeEach(() => {
    phones.mood = () => null;
  });

  const somebody = async () => {
    const person = await world.member(`reader${++count}`);
    await person.subscribe('plans');
    await phones.give(person);
    return person;
  };
  const mention = (person: Person, topic: string) => bo.send('plans', topic, `@**${person.fullName}** look`);
  const told = async (person: Person, ...send: (() => Promise<number>)[]) => {
    const ids: number[] = [];
    for (const one of send) ids.push(await one());
    await until(() => ids.every((id) => phones.toldOf(person).includes(id)));
    await phones.quiet();
    return ids;
  };
  const read = (person: Person, messages: number[]) =>
    person.ok('POST', 'messages/flags', { messages, op: 'add', flag: 'read' });

  describe('are removed', () => {
    it('from every phone when the message is read in any way, and only once', async () => {
      const ana = await somebody();
      const [direct, talk, tea] = await told(
        ana,
        () => bo.sendTo([ana], 'Hello'),
        () => mention(ana, 'talk'),
        () => mention(ana, 'tea'),
      );
      await read(ana, [direct]);
      await until(() => phones.takenBackFrom(ana).includes(direct));
      const { request, content } = phones.arrived.find((one) => one.content.type === 'remove')!;
      expect(content).toEqual({
        type: 'remove',
        realm_url: world.url,
        realm_name: expect.any(String),
        user_id: ana.id,
        message_ids: [direct],
      });
      expect(request).toMatchObject({ fcm_priority: 'normal', collapse_id: expect.any(String) });
      await ana.ok('POST', 'mark_topic_as_read', { stream_id: await bo.channelId('plans'), topic_name: 'talk' });
      await ana.ok('POST', 'mark_all_as_read');
      await phones.quiet();
      expect(phones.takenBackFrom(ana).sort()).toEqual([direct, talk, tea].sort());
      await ana.ok('POST', 'messages/flags', { messages: [tea], op: 'remove', flag: 'read' });
      await read(ana, [tea]);
      await phones.quiet();
      expect(phones.takenBackFrom(ana)).toHaveLength(3);
      expect(phones.toldOf(ana)).toHaveLength(3);
    });

    it('when the message is deleted or moved out of reach, or when the user unsubscribes', async () => {
      const ana = await somebody();
      const secret = { subscriptions: [{ name: 'secret' }], invite_only: true };
      await world.owner.ok('POST', 'users/me/subscriptions', secret);
      await world.owner.ok('POST', 'users/me/subscriptions', { ...secret, principals: [bo.id] });
      const [deleted, moved, left] = await told(
        ana,
        () => mention(ana, 'one'),
        () => mention(ana, 'two'),
        () => mention(ana, 'three'),
      );
      await world.owner.ok('DELETE', `messages/${deleted}`);
      const stream_id = await world.owner.channelId('secret');
      await world.owner.ok('PATCH', `messages/${moved}`, { stream_id, topic: 'two' });
      await until(() => phones.takenBackFrom(ana).length === 2);
      expect(phones.takenBackFrom(ana).sort()).toEqual([deleted, moved].sort());
      await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'] });
      await until(() => phones.takenBackFrom(ana).includes(left));
    });

    it('when an edit removes the mention, unless the user is notified anyway', async () => {
      const [ana, listener] = [await somebody(), await somebody()];
      const subscription_data = [
        { stream_id: await bo.channelId('plans'), property: 'push_notifications', value: true },
      ];
      await listener.ok('POST', 'users/me/subscriptions/properties', { subscription_data });
      for (const person of [ana, listener])
        await person.ok('PATCH', 'settings', { automatically_follow_topics_where_mentioned: false });
      const both = `@**${ana.fullName}** and @**${listener.fullName}**`;
      for (const text of [both, '@**all**']) {
        const [id] = await told(ana, () => bo.send('plans', 'edits', `Look, ${text}`));
        await bo.ok('PATCH', `messages/${id}`, { content: `Look again, ${text}` });
        await phones.quiet();
        expect(phones.takenBackFrom(ana)).not.toContain(id);
        await bo.ok('PATCH', `messages/${id}`, { content: 'Never mind' });
        await until(() => phones.takenBackFrom(ana).includes(id));
        await phones.quiet();
        expect(phones.takenBackFrom(listener)).not.toContain(id);
      }
    });

    it('when an edit removes the mention before the relay answers: no user is notified', async () => {
      const ana = await somebody();
      await ana.ok('PATCH', 'settings', { automatically_follow_topics_where_mentioned: false });
      const calls = phones.calls.length;
      phones.mood = () => refusing(503, 'LATER');
      const id = await mention(ana, 'meanwhile');
      await until(() => phones.calls.length > calls);
      await bo.ok('PATCH', `messages/${id}`, { content: 'Never mind' });
      const before = phones.arrived.length;
      phones.mood = () => null;
      await until(async () => {
        await phones.later();
        return (await world.sql('SELECT FROM push_delivery')).length === 0;
      });
      const since = phones.arrived.slice(before).filter(({ owner }) => owner === ana);
      expect(since.filter(({ content }) => content.type === 'message')).toEqual([]);
      await told(ana, () => bo.sendTo([ana], 'Hello'));
    });

    it('for two hundred messages at most, the newest', async () => {
      const ana = await somebody();
      await told(ana, () => bo.sendTo([ana], 'Hello'));
      await world.sql(
        `INSERT INTO push_shown (user_id, message_id, organization_id)
         SELECT $1, 100000 + n, organization_id FROM push_shown, generate_series(1, 210) n WHERE user_id = $1`,
        [ana.id],
      );
      await ana.ok('POST', 'mark_all_as_read');
      await phones.quiet();
      const ids = phones.takenBackFrom(ana);
      expect([ids.length, Math.min(...ids), Math.max(...ids)]).toEqual([200, 100_011, 100_210]);
    });
  });

  it('are not sent for messages that are read, deleted or unreadable before the relay answers', async () => {
    const [reader, loser] = [await somebody(), await somebody()];
    phones.mood = () => refusing(503, 'LATER');
    const ids = [await bo.sendTo([reader], 'Hello'), await mention(loser, 'gone')];
    const wasTried = (person: Person) => phones.calls.some(({ body }) => phones.ownersIn(body).includes(person));
    await until(() => wasTried(reader) && wasTried(loser));
    await read(reader, [ids[0]]);
    await world.owner.ok('DELETE', `messages/${ids[1]}`);
    const before = phones.arrived.length;
    phones.mood = () => null;
    await until(async () => {
      await phones.later();
      return (await world.sql('SELECT FROM push_delivery')).length === 0;
    });
    expect(phones.arrived.slice(before).filter(({ content }) => content.type === 'message')).toEqual([]);
  });

  it('of many messages are sent in few requests while the relay is slow', async () => {
    const people = [await somebody(), await somebody()];
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    phones.mood = () => held.then(() => ({ status: 200, body: { result: 'success', msg: '' } }));
    const before = phones.calls.length;
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await bo.sendTo(people, `Message ${n}`));
    letGo();
    await phones.quiet();
    for (const person of people) expect(phones.toldOf(person)).toEqual(ids);
    expect(phones.calls.length - before).toBeLessThan(6);
  });

  it.each([
    ['cuts the connection', 'nothing' as const],
    ['fails', { status: 500, body: {} }],
    ['does not know us', refusing(401, 'INVALID_ZULIP_SERVER')],
    ['does not serve the organization', refusing(403, 'PUSH_NOTIFICATIONS_DISALLOWED')],
    ['is asked too often', refusing(429, 'RATE_LIMIT_HIT')],
    ['refuses the call', refusing(400, 'BAD_REQUEST')],
  ])('are not lost while the relay %s: they are sent later, with the same collapse id', async (_, saying) => {
    const ana = await somebody();
    let refusals = 0;
    phones.mood = () => (refusals++ < 2 ? saying : null);
    const id = await bo.sendTo([ana], 'Hello');
    await until(async () => {
      await phones.later();
      return refusals > 2 && (await world.sql('SELECT FROM push_delivery')).length === 0;
    });
    const own = phones.arrived.filter(({ owner, content }) => owner === ana && content.message_id === id);
    expect(own).toHaveLength(3);
    expect(new Set(own.map(({ request }) => request.collapse_id)).size).toBe(1);
  });

  it('of a killed process are sent by another one some seconds later, with a slow relay too', async () => {
    const ana = await somebody();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let isAsked = false;
    phones.mood = () => {
      isAsked = true;
      return held.then(() => ({ status: 200, body: { result: 'success', msg: '' } }));
    };
    const id = await bo.sendTo([ana], 'Hello');
    await until(() => isAsked);
    const leases = await world.sql(
      `SELECT due_at > now() AND due_at <= now() + interval '15 seconds' AS "isShort" FROM push_delivery
       WHERE message_id = $1`,
      [id],
    );
    answer();
    expect(leases).toEqual([{ isShort: true }]);
    await phones.quiet();
    expect(phones.toldOf(ana)).toEqual([id]);
  });

  it('that the relay refuses do not delay others', async () => {
    const [poison, ana] = [await somebody(), await somebody()];
    const isPoisoned = (call: { body: Record<string, unknown> }) =>
      phones.ownersIn(call.body).some((owner) => owner === poison);
    phones.mood = (call) => (isPoisoned(call) ? refusing(400, 'BAD_REQUEST') : null);
    const id = await bo.sendTo([poison, ana], 'Hello');
    await until(async () => {
      await phones.later();
      return phones.calls.some((call) => !isPoisoned(call) && phones.ownersIn(call.body).includes(ana));
    });
    expect(phones.toldOf(ana)).toContain(id);
    phones.mood = () => null;
    await until(async () => {
      await phones.later();
      return (await world.sql('SELECT FROM push_delivery')).length === 0;
    });
  });

  it('are retried for devices that were not reached, and never for removed ones', async () => {
    const ana = await somebody();
    const [failing, gone] = [await phones.give(ana), await phones.give(ana)];
    let calls = 0;
    const first = { failed_device_ids: [phones.idOf(failing)], delete_device_ids: [phones.idOf(gone)] };
    phones.mood = () => ({ status: 200, body: { result: 'success', msg: '', ...(calls++ === 0 ? first : {}) } });
    const id = await bo.sendTo([ana], 'Hello');
    await until(async () => {
      await phones.later();
      return (await world.sql('SELECT FROM push_delivery')).length === 0 && calls > 1;
    });
    const own = phones.arrived.filter(({ content }) => content.message_id === id);
    expect(own.map(({ device }) => phones.idOf(device)).slice(3)).toEqual([phones.idOf(failing)]);
    await told(ana, () => bo.sendTo([ana], 'Again'));
    expect(phones.arrived.filter(({ device }) => device === gone)).toHaveLength(1);
  });
});
