import { Absences, Deletions, Flags, Moves, Readings } from '@app/messaging';
import { Actor, Authenticator } from '@app/platform';
import type { Person } from '../../support/person';
import { changed, fetchMessage, flagsOf, leave, Message, unreadsOf } from '../../support/reading';
import { World } from '../../support/world';

/** Calls the services for moves and deletions, and reads the result over HTTP. */
describe('messages after a move', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let mover: Actor;
  let count = 0;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    ben = await world.member('ben');
    mover = await actorOf(world.owner);
  });
  afterAll(() => world.stop());

  const actorOf = ({ email, key }: Person): Promise<Actor> =>
    world.service(Authenticator).authenticate({ email, key, host: new URL(world.url).host, client: 'Test' });

  /** A channel of its own for a test, to which the owner and the named users are subscribed. */
  async function channel(members: Person[], parameters: Record<string, unknown> = {}): Promise<string> {
    const name = `channel ${++count}`;
    const principals = [world.owner, ...members].map(({ id }) => id);
    await world.owner.subscribe(name, { principals, ...parameters });
    return name;
  }

  const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
  const move = async (id: number, to: string, topic: string | null = null) =>
    world
      .service(Moves)
      .move(mover, { messageIds: [id], channelId: (await world.owner.channelId(to)) as never, topic });
  const isUnread = async (person: Person, id: number): Promise<boolean> => {
    const { streams } = await unreadsOf(person);
    return streams.some(({ unread_message_ids }) => unread_message_ids.includes(id));
  };
  const feed = async (person: Person): Promise<number[]> => {
    const { messages } = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 100 });
    return (messages as Message[]).map(({ id }) => id);
  };

  it('keep their flags for users who are subscribed to both channels', async () => {
    const from = await channel([ana, ben]);
    const to = await channel([ana, ben]);
    const id = await world.owner.send(from, 't', 'x');
    await changed(ana, 'add', 'starred', [id]);
    await changed(ben, 'add', 'read', [id]);
    await move(id, to, 'elsewhere');
    expect(await flagsOf(ana, id)).toEqual(['starred']);
    expect([await isUnread(ana, id), await isUnread(ben, id)]).toEqual([true, false]);
    expect(await fetchMessage(ana, id)).toMatchObject({ display_recipient: to, subject: 'elsewhere' });
  });

  it('are lost, with stars, to users without a subscription to the new channel, also after moving back', async () => {
    const from = await channel([ana]);
    const to = await channel([]);
    const id = await world.owner.send(from, 't', 'x');
    await changed(ana, 'add', 'starred', [id]);
    await move(id, to);
    expect(await flagsOf(ana, id)).toEqual(['historical', 'read']);
    await move(id, from);
    expect(await flagsOf(ana, id)).toEqual(['historical', 'read']);
    expect(await feed(ana)).not.toContain(id);
    expect(await isUnread(ana, id)).toBe(false);
  });

  it('are read for every subscriber of a protected history, also those from before the subscription', async () => {
    const from = await channel([]);
    const id = await world.owner.send(from, 't', '@**all**');
    const to = await channel([ana, ben], PROTECTED);
    const absences = world.service(Absences);
    await absences.begin(ben.id as never);
    await move(id, to);
    await absences.end(ben.id as never);
    for (const person of [ana, ben]) {
      expect(await flagsOf(person, id)).toEqual(['read']);
      expect(await feed(person)).toContain(id);
    }
  });

  it('stay read for users who left the old channel, and are read by leaving the new one', async () => {
    const from = await channel([ana, ben]);
    const to = await channel([ana, ben]);
    const id = await world.owner.send(from, 't', 'x');
    await leave(ana, from);
    await move(id, to);
    expect([await isUnread(ana, id), await isUnread(ben, id)]).toEqual([false, true]);
    await leave(ben, from);
    expect(await isUnread(ben, id)).toBe(true);
    await leave(ben, to);
    expect(await isUnread(ben, id)).toBe(false);
  });

  it('are found in topics and unread lists of their current channel', async () => {
    const from = await channel([ana]);
    const id = await world.owner.send(from, 'old', 'x');
    const to = await channel([ana], PROTECTED);
    await move(id, to, 'new');
    const { topics } = await ana.ok('GET', `users/me/${await ana.channelId(to)}/topics`);
    expect(topics).toContainEqual({ name: 'new', max_id: id });
    const read = await world
      .service(Readings)
      .readChannel(await actorOf(ana), (await ana.channelId(to)) as never, 'NEW');
    expect(read).toEqual([id]);
  });

  it('keep stars that are set during the move', async () => {
    const from = await channel([ana]);
    const to = await channel([ana], PROTECTED);
    const id = await world.owner.send(from, 't', 'x');
    const star = world.service(Flags).mark(await actorOf(ana), 'starred', [id]);
    await Promise.all([star, move(id, to)]);
    expect(await flagsOf(ana, id)).toEqual(['starred']);
  });

  it('are refused to users who may not read them, as direct messages are', async () => {
    const hidden = await channel([], { invite_only: true });
    const open = await channel([ana]);
    const secret = await world.owner.send(hidden, 't', 'x');
    const direct = await ana.sendTo([ben], 'x');
    const moves = world.service(Moves);
    const channelId = (await ana.channelId(open)) as never;
    for (const id of [secret, direct, 10 ** 9]) {
      const request = { messageIds: [id], channelId, topic: null };
      await expect(moves.move(await actorOf(ana), request)).rejects.toThrow('Invalid message(s)');
      if (id === direct) continue;
      await expect(world.service(Deletions).delete(await actorOf(ana), [id])).rejects.toThrow('Invalid message(s)');
    }
    const own = await ana.send(open, 't', 'x');
    const toHidden = { messageIds: [own], channelId: (await world.owner.channelId(hidden)) as never, topic: null };
    await expect(moves.move(await actorOf(ana), toHidden)).rejects.toThrow('Invalid channel ID');
  });

  it('leave no rows behind when they are deleted', async () => {
    const from = await channel([ana]);
    const id = await world.owner.send(from, 't', 'x');
    await changed(ana, 'add', 'starred', [id]);
    await move(id, await channel([ana]));
    await world.service(Deletions).delete(mover, [id]);
    expect((await ana.get(`messages/${id}`)).status).toBe(400);
    expect(await world.sql('SELECT FROM message_flag WHERE message_id = $1', [id])).toEqual([]);
    const chains = 'SELECT FROM channel_move v WHERE NOT EXISTS (SELECT FROM message m WHERE m.move_id = v.id)';
    expect(await world.sql(chains)).toEqual([]);
  });
});
