import { randomUUID } from 'node:crypto';
import { follow, newChannel, told, updateOf } from '../../support/channel-changes';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;
const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];
const BAD = [400, 'BAD_REQUEST'];

type Channel = Record<string, unknown> & { stream_id: number; name: string };

describe('archiving, concurrent changes and email addresses of channels', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let groups: Record<string, number>;
  beforeAll(async () => {
    world = await World.start();
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
    groups = Object.fromEntries(
      (await world.sql<{ name: string; id: number }>('SELECT name, id FROM user_group WHERE is_system')).map(
        ({ name, id }) => [name.replace('role:', ''), Number(id)],
      ),
    );
  });
  afterAll(() => world.stop());

  const made = (what: string, parameters: Parameters = {}) => newChannel(ana, nameOf(what), parameters);
  const shown = async (person: Person, id: number): Promise<Channel> =>
    (await person.ok('GET', `streams/${id}`)).stream as Channel;

  describe('archiving', () => {
    it('sends an update to clients that support archived channels, and a deletion to others', async () => {
      const { id, name } = await made('archived', { principals: [ana.id, gus.id] });
      await ana.send(name, 'topic', 'before');
      const [ofAna, ofBo, ofGus] = [await follow(ana), await follow(bo), await follow(gus)];
      const [oldAna, oldBo, oldGus] = [await follow(ana, false), await follow(bo, false), await follow(gus, false)];
      await ana.ok('DELETE', `streams/${id}`);
      const gone = { type: 'stream', op: 'delete', stream_ids: [id], streams: [{ stream_id: id }] };
      for (const queue of [ofAna, ofBo, ofGus])
        expect(await told(queue)).toEqual([updateOf(id, name, 'is_archived', true)]);
      for (const queue of [oldAna, oldBo, oldGus]) expect(await told(queue)).toEqual([gone]);

      await admin.ok('PATCH', `streams/${id}`, { description: 'meanwhile' });
      expect((await told(ofBo)).map(({ property }) => property)).toEqual(['description']);
      expect(await told(oldBo)).toEqual([]);
      for (const queue of [ofAna, ofBo, ofGus, oldAna, oldBo, oldGus]) await expectFreshSnapshot(queue);

      await ana.ok('PATCH', `streams/${id}`, { is_archived: false });
      for (const queue of [ofAna, ofBo, ofGus])
        expect(await told(queue)).toEqual([updateOf(id, name, 'is_archived', false)]);
      const [back, peers] = await told(oldBo);
      expect(back).toMatchObject({ op: 'create', streams: [{ stream_id: id, is_archived: false }] });
      expect(peers).toEqual({
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [id],
        user_ids: [ana.id, gus.id].sort((a, b) => a - b),
      });
      for (const queue of [oldAna, oldGus]) expect((await told(queue)).map(({ op }) => op)).toEqual(['create', 'add']);
      for (const queue of [ofAna, ofBo, ofGus, oldAna, oldBo, oldGus]) await expectFreshSnapshot(queue);
      await ana.send(name, 'topic', 'after');
    });

    it('keeps the subscribers of a private channel, their settings and their messages', async () => {
      const { id, name } = await made('private', { invite_only: true });
      await ana.send(name, 'topic', 'before Bo');
      await ana.subscribe(name, { principals: [bo.id] });
      await ana.send(name, 'topic', 'with Bo');
      await bo.ok('POST', 'users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'color', value: '#123456' }],
      });
      const queues = [
        await follow(ana, false),
        await follow(bo, false),
        await follow(admin, false),
        await follow(gus, false),
      ];
      await admin.ok('DELETE', `streams/${id}`);
      for (const queue of queues) await expectFreshSnapshot(queue);
      await admin.ok('PATCH', `streams/${id}`, { is_archived: false, description: 'and described' });
      for (const queue of queues) await expectFreshSnapshot(queue);
      const added = queues[1].seen.find(({ op }) => op === 'add')!.subscriptions as Channel[];
      expect(added[0]).toMatchObject({ color: '#123456', subscribers: expect.arrayContaining([ana.id, bo.id]) });
      expect(queues[3].seen).toEqual([]);
    });

    it('removes the channel from the default channels', async () => {
      const { id } = await made('default');
      await admin.ok('PATCH', `streams/${id}`, { is_default_stream: true });
      const queue = await follow(bo);
      await admin.ok('DELETE', `streams/${id}`);
      const events = await told(queue);
      expect(events.map(({ type }) => type)).toEqual(['stream', 'default_streams']);
      expect(events[1].default_streams).not.toContain(id);
      await expectFreshSnapshot(queue);
      expect(refusal(await admin.patch(`streams/${id}`, { is_default_stream: true }))).toEqual(BAD);
    });

    it('refuses messages, and hides the channel from lookups by name', async () => {
      const { id, name } = await made('silent');
      await ana.ok('DELETE', `streams/${id}`);
      for (const to of [id, name])
        expect((await ana.post('messages', { type: 'stream', to, topic: 't', content: 'no' })).status).toBe(400);
      expect(refusal(await ana.get('get_stream_id', { stream: name }))).toEqual(BAD);
      expect(refusal(await ana.get(`streams/${id}/email_address`))).toEqual(BAD);
      expect(await shown(ana, id)).toMatchObject({ name, is_archived: true, subscriber_count: 1 });
    });

    it('succeeds once, and can be reverted once', async () => {
      const { id } = await made('once');
      await ana.ok('DELETE', `streams/${id}`);
      expect(refusal(await ana.delete(`streams/${id}`))).toEqual(BAD);
      await ana.ok('PATCH', `streams/${id}`, { is_archived: false });
      expect(refusal(await ana.patch(`streams/${id}`, { is_archived: false }))).toEqual(BAD);
    });

    it('cannot be reverted for a private channel without subscribers', async () => {
      const { id, name } = await made('deserted', { invite_only: true });
      await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      await admin.ok('DELETE', `streams/${id}`);
      expect(refusal(await admin.patch(`streams/${id}`, { is_archived: false }))).toEqual(BAD);
    });

    it('sends one deletion to older clients, whatever hides the archived channel later', async () => {
      const closed = await made('archived, then private');
      const left = await made('archived, then left', { invite_only: true, principals: [ana.id, gus.id] });
      const back = await made('archived, then back as private');
      const opened = { direct_members: [ana.id, bo.id], direct_subgroups: [] };
      const shut = await made('archived, then shut', { invite_only: true, can_subscribe_group: opened });
      for (const { id } of [closed, left, back, shut]) await ana.ok('DELETE', `streams/${id}`);
      const [capable, old] = [await follow(bo), await follow(bo, false)];
      const [capableGus, oldGus] = [await follow(gus), await follow(gus, false)];
      await ana.ok('PATCH', `streams/${closed.id}`, { is_private: true });
      await ana.ok('PATCH', `streams/${back.id}`, { is_archived: false, is_private: true });
      await ana.ok('PATCH', `streams/${shut.id}`, { can_subscribe_group: { new: groups.nobody } });
      await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: [left.name] });
      expect((await told(capable)).map(({ op, stream_ids }) => [op, stream_ids])).toEqual([
        ['delete', [closed.id]],
        ['delete', [back.id]],
        ['delete', [shut.id]],
      ]);
      expect((await told(capableGus)).map(({ op }) => op)).toEqual(['remove', 'delete']);
      for (const queue of [old, oldGus]) expect(await told(queue)).toEqual([]);
      for (const queue of [capable, old, capableGus, oldGus]) await expectFreshSnapshot(queue);
    });

    it('works together with other changes, also for clients that did not know the channel', async () => {
      const { id, name } = await made('back changed');
      await ana.ok('DELETE', `streams/${id}`);
      const [capable, old] = [await follow(bo), await follow(bo, false)];
      const renamed = nameOf('back renamed');
      await ana.ok('PATCH', `streams/${id}`, { is_archived: false, new_name: renamed });
      expect((await told(capable)).map(({ property, name: known }) => [property, known])).toEqual([
        ['is_archived', name],
        ['name', name],
      ]);
      expect((await told(old)).map(({ op }) => op)).toEqual(['create', 'peer_add']);
      for (const queue of [capable, old]) await expectFreshSnapshot(queue);
    });
  });

  describe('concurrent changes', () => {
    it('give a name to one of two channels only', async () => {
      const [one, other] = [await made('one'), await made('other')];
      const wanted = nameOf('wanted');
      const answers = await Promise.all([
        ana.patch(`streams/${one.id}`, { new_name: wanted }),
        admin.patch(`streams/${other.id}`, { new_name: wanted.toUpperCase() }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('let one of two comparisons with the old value succeed', async () => {
      const { id } = await made('compared');
      const old = (await shown(ana, id)).can_subscribe_group;
      const answers = await Promise.all(
        [groups.members, groups.moderators].map((wanted) =>
          admin.patch(`streams/${id}`, { can_subscribe_group: { old, new: wanted } }),
        ),
      );
      expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual(['EXPECTATION_MISMATCH', 'ok']);
    });

    it('send no message to a channel after the event that archives it', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, name } = await made('racing', { principals: [ana.id, bo.id] });
        const queue = await ana.register({
          event_types: ['message', 'stream'],
          client_capabilities: { notification_settings_null: true, archived_channels: true },
        });
        const sends = Array.from({ length: 12 }, (_, at) =>
          (at % 2 ? ana : bo).post('messages', { type: 'stream', to: name, topic: 't', content: String(at) }),
        );
        const archiving = ana.ok('DELETE', `streams/${id}`);
        const [answers] = [await Promise.all(sends), await archiving];
        const events = await queue.drain();
        const end = events.findIndex(({ property }) => property === 'is_archived');
        const sent = events.filter(
          ({ type, message }) => type === 'message' && (message as Channel).sender_id !== undefined,
        );
        const byPeople = sent.filter(({ message }) =>
          [ana.id, bo.id].includes((message as { sender_id: number }).sender_id),
        );
        expect(byPeople).toHaveLength(answers.filter(({ status }) => status === 200).length);
        for (const event of byPeople) expect(events.indexOf(event)).toBeLessThan(end);
      }
    });

    it('keep every snapshot exact while names, privacy and subscriptions change', async () => {
      const { id, name } = await made('busy', { principals: [ana.id, bo.id, gus.id] });
      const queues = [await follow(ana), await follow(bo), await follow(gus), await follow(admin)];
      for (let round = 0; round < 4; round++) {
        await Promise.all([
          ana.patch(`streams/${id}`, { description: `round ${round}` }),
          admin.patch(`streams/${id}`, { new_name: `${name} ${round}` }),
          ana.patch(`streams/${id}`, { is_private: round % 2 === 0 }),
          ana.post('users/me/subscriptions', { subscriptions: [{ name }], principals: [admin.id] }),
          admin.delete('users/me/subscriptions', { subscriptions: [`${name} ${round}`] }),
          ana.post('messages', { type: 'stream', to: id, topic: 't', content: 'meanwhile' }),
        ]);
      }
      for (const queue of queues) await expectFreshSnapshot(queue);
    });
  });

  describe('the email address of a channel', () => {
    const addressOf = async (person: Person, id: number, parameters: Parameters = {}) =>
      (await person.ok('GET', `streams/${id}/email_address`, parameters)).email as string;

    it('is stable for a channel and a sender, and differs between users', async () => {
      const [one, other] = [await made('mail'), await made('post')];
      const address = await addressOf(ana, one.id);
      expect(address).toMatch(/^[a-z0-9.-]{1,64}@[a-z0-9.-]+$/);
      await ana.ok('PATCH', `streams/${one.id}`, { new_name: nameOf('renamed mail') });
      expect(await addressOf(ana, one.id)).toBe(address);
      expect(await addressOf(ana, one.id, { sender_id: ana.id })).toBe(address);
      const [{ id: bot }] = await world.sql<{ id: number }>('SELECT id FROM user_account WHERE is_system_bot');
      const all = [
        address,
        await addressOf(bo, one.id),
        await addressOf(ana, other.id),
        await addressOf(ana, one.id, { sender_id: Number(bot) }),
      ];
      expect(new Set(all).size).toBe(4);
    });

    it('is shown to users who may read the channel', async () => {
      const { id } = await made('private mail', { invite_only: true });
      for (const person of [bo, admin, gus])
        expect(refusal(await person.get(`streams/${id}/email_address`))).toEqual(BAD);
      for (const sender_id of [bo.id, 987654, -1, 'x'])
        expect(refusal(await ana.get(`streams/${id}/email_address`, { sender_id }))).toEqual(BAD);
    });
  });
});
