import { NAMING } from '../../../libs/messaging/src/received/flag';
import { AddresseeRepository } from '../../../libs/messaging/src/mail-notifications/addressee.repository';
import { REASON } from '../../../libs/messaging/src/mail-notifications/missed-message';
import { expectFreshSnapshot } from '../../support/fold';
import { move, newChannel, QUIET } from '../../support/moving';
import type { Person } from '../../support/person';
import { changed, fetchMessage, flagsOf, unreadsOf } from '../../support/reading';
import { World } from '../../support/world';

/** The message stores its wildcard mentions (ADR 28): there is no row for each user. */
describe('a wildcard mention of the channel', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cleo: Person;
  let dan: Person;
  let id: number;
  const text = '@**Ben Example** and @**Cleo Example**';
  const mentionsOf = async (person: Person): Promise<number[]> => {
    const narrow = [{ operator: 'is', operand: 'mentioned' }];
    const page = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow });
    return (page.messages as { id: number }[]).map((message) => message.id);
  };
  const rows = () => world.sql('SELECT FROM message_flag WHERE message_id = $1', [id]);

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    [cleo, dan] = [await world.member('cleo'), await world.member('dan')];
    await ana.subscribe('general', { principals: [ana, ben, dan].map((one) => one.id) });
    await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
  });
  beforeEach(async () => {
    jest.replaceProperty(NAMING, 'mostRows', 1);
    id = await ana.send('general', 't', text);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    return world.stop();
  });

  it('flags the message for its receivers without rows', async () => {
    expect(await flagsOf(ben, id)).toEqual(['mentioned']);
    expect(await flagsOf(dan, id)).toEqual([]);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    expect(await rows()).toEqual([]);
  });

  it('is found in the mentions of receivers only, also after unsubscribing', async () => {
    expect(await mentionsOf(ben)).toContain(id);
    expect(await mentionsOf(dan)).not.toContain(id);
    expect(await mentionsOf(cleo)).not.toContain(id);
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    expect(await mentionsOf(ben)).toContain(id);
    await ben.subscribe('general');
  });

  it('counts in the unread mentions of a new client, until it is read', async () => {
    expect((await unreadsOf(ben)).mentions).toContain(id);
    expect((await unreadsOf(dan)).mentions).not.toContain(id);
    await changed(ben, 'add', 'read', [id]);
    expect((await unreadsOf(ben)).mentions).not.toContain(id);
    expect(await flagsOf(ben, id)).toEqual(['mentioned', 'read']);
  });

  it('combines with flags that users set themselves', async () => {
    await changed(ben, 'add', 'starred', [id]);
    expect(await flagsOf(ben, id)).toEqual(['mentioned', 'starred']);
    await changed(ben, 'remove', 'starred', [id]);
    expect(await flagsOf(ben, id)).toEqual(['mentioned']);
  });

  it('is part of the message event', async () => {
    const queues = [await ben.register({}), await dan.register({})];
    const sent = await ana.send('general', 't', text);
    const [ofBen, ofDan] = await Promise.all(queues.map((queue) => queue.until(({ type }) => type === 'message')));
    expect([ofBen.flags, ofDan.flags]).toEqual([['mentioned'], []]);
    for (const queue of queues) await expectFreshSnapshot(queue);
    expect((await fetchMessage(ben, sent)).flags).toEqual(['mentioned']);
  });

  it('ends for users whom an edit excludes, and for no others', async () => {
    await ben.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await ana.ok('PATCH', `messages/${id}`, { content: '@**Dan Example** instead' });
    expect(await flagsOf(ben, id)).toEqual(['starred']);
    expect(await flagsOf(dan, id)).toEqual(['mentioned']);
    await ana.ok('PATCH', `messages/${id}`, { content: `${text} and @**Dan Example**` });
    expect([await flagsOf(ben, id), await flagsOf(dan, id)]).toEqual([['mentioned', 'starred'], ['mentioned']]);
  });

  it('moves with the message for subscribers of the other channel, and does not return for others', async () => {
    const { id: elsewhere } = await newChannel(world, [ana, world.owner, dan]);
    const { id: home } = await newChannel(world, [ana, world.owner, ben, dan]);
    const moved = await ana.send(home, 't', `${text} and @**Dan Example**`);
    await move(world.owner, moved, { stream_id: elsewhere, ...QUIET });
    expect(await flagsOf(dan, moved)).toEqual(['mentioned']);
    expect(await flagsOf(ben, moved)).not.toContain('mentioned');
    await move(world.owner, moved, { stream_id: home, ...QUIET });
    expect(await flagsOf(dan, moved)).toEqual(['mentioned']);
    expect(await flagsOf(ben, moved)).not.toContain('mentioned');
  });

  it('is mailed to users who missed it', async () => {
    const { id: channelId } = await newChannel(world, [ana, ben]);
    const sent = await ana.send(channelId, 'mails', text);
    const addressed = await world.service(AddresseeRepository).addressed([sent as never]);
    expect(addressed.map(({ userId }) => userId)).toEqual([ben.id]);
  });

  describe('a wildcard mention of the topic', () => {
    let channelId: number;
    const topicText = '@**topic** come';
    beforeAll(async () => {
      ({ id: channelId } = await newChannel(world, [ana, ben, cleo, world.owner]));
      for (const person of [ben, cleo]) await person.send(channelId, 'busy', 'here');
      const { stream } = await world.owner.ok('GET', `streams/${channelId}`);
      const { name } = stream as { name: string };
      await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    });
    beforeEach(async () => {
      jest.replaceProperty(NAMING, 'mostRows', 0);
      id = await ana.send(channelId, 'busy', topicText);
    });
    const FLAGS = ['topic_wildcard_mentioned', 'wildcard_mentioned'];
    const isMeant = async (person: Person, messageId = id) => {
      const flags = await flagsOf(person, messageId);
      return FLAGS.every((flag) => flags.includes(flag));
    };

    it('flags the message for its participants without rows, and in the event', async () => {
      const queue = await ben.register({});
      const sent = await ana.send(channelId, 'busy', topicText);
      const { flags } = await queue.until(({ type }) => type === 'message');
      expect(flags).toEqual(FLAGS);
      await expectFreshSnapshot(queue);
      expect([await isMeant(ben), await isMeant(world.owner)]).toEqual([true, false]);
      expect(await world.sql('SELECT FROM message_flag WHERE message_id = ANY ($1)', [[id, sent]])).toEqual([]);
      expect(await world.sql('SELECT partaker_ids FROM message WHERE id = $1', [id])).toEqual([
        { partaker_ids: expect.not.arrayContaining([cleo.id]) as number[] },
      ]);
    });

    it('is found in the mentions of participants only, read or not', async () => {
      expect([await mentionsOf(ben), (await unreadsOf(ben)).mentions]).toEqual([
        expect.arrayContaining([id]),
        expect.arrayContaining([id]),
      ]);
      await changed(ben, 'add', 'read', [id]);
      expect((await unreadsOf(ben)).mentions).not.toContain(id);
      expect(await mentionsOf(world.owner)).not.toContain(id);
    });

    it('is mailed once to users who are also mentioned by name', async () => {
      const both = await ana.send(channelId, 'busy', `${topicText}, @**Ben Example**`);
      const addressed = await world.service(AddresseeRepository).addressed([both as never]);
      expect(addressed).toEqual([{ userId: ben.id, messageId: both, reason: REASON.mentioned }]);
    });

    it('ends for users whom an edit excludes, and stays for others', async () => {
      await ana.ok('PATCH', `messages/${id}`, { content: `${topicText} again` });
      expect(await isMeant(ben)).toBe(true);
      await ana.ok('PATCH', `messages/${id}`, { content: 'nobody' });
      expect(await isMeant(ben)).toBe(false);
      expect(await rows()).toEqual([]);
    });

    it('moves with the message for subscribers of the other channel, and does not return for others', async () => {
      const { id: elsewhere } = await newChannel(world, [ana, world.owner]);
      await move(world.owner, id, { stream_id: elsewhere, ...QUIET });
      await move(world.owner, id, { stream_id: channelId, ...QUIET });
      expect([await isMeant(ana), await isMeant(ben)]).toEqual([true, false]);
      expect(await rows()).toEqual([]);
    });
  });
});
