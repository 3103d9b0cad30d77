import {
  ChannelMessages,
  Deletions,
  DirectMessages,
  Flags,
  Moves,
  Readings,
  SenderMutes,
  Absences,
} from '@app/messaging';
import { Actor, Authenticator, Database, lock, Transactions } from '@app/platform';
import { ReadStateCompaction } from '../../libs/messaging/src/flags/read-state-compaction.service';
import { MessageIsInvalid } from '../../libs/messaging/src/errors';
import { ReadStateRepository } from '../../libs/messaging/src/records/read-state.repository';
import { HeldSend, holdSend } from './held-sends';
import type { Person } from './person';
import { ChannelKind, ModelMessage, RowPerRecipient } from './row-per-recipient';
import type { World } from './world';

const OPEN_END = '9223372036854775807';
const BLOCK = 4096;

/** A message to a channel or to users. */
export interface SentText {
  readonly channelId: number | null;
  readonly to: number;
  readonly topic: string;
  readonly isReadBySender: boolean;
  /** Names of users, or `all`. */
  readonly mention: number | 'all' | null;
}

/**
 * The services of one server and the model beside them: each step changes both, and compares the answers. Sends can be
 * left pending, in open transactions.
 */
export class ReadStateStage {
  model = new RowPerRecipient();
  /** Every message of this sequence, also deleted and pending ones. */
  readonly ids: number[] = [];
  private pending: HeldSend[] = [];
  private readonly actors = new Map<number, Actor>();
  private readonly database = this.world.service(Database);
  private readonly transactions = this.world.service(Transactions);

  private constructor(
    readonly world: World,
    /** The owner comes first, always subscribed to all channels, and active. */
    readonly people: readonly Person[],
    readonly channelIds: readonly number[],
  ) {}

  static async set(world: World, names: readonly string[], channels: readonly string[]): Promise<ReadStateStage> {
    const people = [world.owner];
    for (const name of names) people.push(await world.member(name));
    await world.owner.subscribe([...channels], { invite_only: true });
    const ids: number[] = [];
    for (const name of channels) ids.push(await world.owner.channelId(name));
    const stage = new ReadStateStage(world, people, ids);
    // Topics whose policy changes with a send need the sender's lock, which a pending send must not hold.
    const never = { automatically_follow_topics_policy: 4, automatically_unmute_topics_in_muted_streams_policy: 4 };
    for (const one of people) {
      await one.ok('PATCH', 'settings', { ...never, automatically_follow_topics_where_mentioned: false });
    }
    for (const { id, email, key } of people) {
      const host = new URL(world.url).host;
      stage.actors.set(id, await world.service(Authenticator).authenticate({ email, key, host, client: 'Model' }));
    }
    // Conversations are created once: two sends that create the same one would wait for each other.
    for (const one of people) for (const other of people) if (one.id <= other.id) await one.sendTo([other], 'x');
    return stage;
  }

  get userIds(): number[] {
    return this.people.map(({ id }) => id);
  }

  actor = (user: number): Actor => this.actors.get(user)!;
  at = (channelId: number): string => String(channelId);

  /**
   * A new sequence: no messages, the given subscribers, and the next message id so many before the border of a block.
   */
  async begin(
    channels: readonly { kind: ChannelKind; members: readonly number[] }[],
    beforeBorder: number,
  ): Promise<void> {
    this.model = new RowPerRecipient();
    this.ids.length = 0;
    await this.database.write(`
      DELETE FROM message; DELETE FROM message_flag; DELETE FROM read_block; DELETE FROM channel_move;
      DELETE FROM sender_mute; DELETE FROM scan_hint; DELETE FROM inactive_period; UPDATE user_read_state SET read_floor = 0;
      DELETE FROM subscription_period WHERE channel_id IN (${this.channelIds.join()})`);
    await this.jump(beforeBorder);
    for (const [index, { kind, members }] of channels.entries()) {
      const channelId = this.channelIds[index];
      this.model.open(this.at(channelId), kind, members);
      await this.setKind(channelId, kind);
    }
    await this.database.write(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT user_id, channel_id, nextval('message_id_seq') FROM unnest($1::bigint[], $2::bigint[]) AS seat (user_id, channel_id)`,
      [
        channels.flatMap(({ members }) => [...members]),
        channels.flatMap(({ members }, index) => members.map(() => this.channelIds[index])),
      ],
    );
  }

  /** Ids continue shortly before the border of the next block. */
  async jump(beforeBorder: number): Promise<void> {
    await this.database.write(
      `SELECT setval('message_id_seq', greatest(last_value, ((last_value + $1::bigint + ${BLOCK}) / ${BLOCK}) * ${BLOCK} - $1::bigint))
       FROM message_id_seq`,
      [beforeBorder],
    );
  }

  async end(): Promise<void> {
    await this.finish(this.pending, true);
  }

  async send(user: number, text: SentText, isPending: boolean): Promise<void> {
    const { channelId } = text;
    const locks = channelId === null ? [] : [lock.channelShared(channelId)];
    if (!isPending) {
      const id = await this.write(user, text);
      this.model.sent(this.message(id, user, text));
      return;
    }
    // The first message of a channel needs the channel exclusively, which a pending send must not.
    await this.database.write('UPDATE channel SET is_empty = false WHERE id = $1', [channelId]);
    const one = await holdSend(this.transactions, channelId, locks, () => this.write(user, text));
    this.model.draw(this.message(one.id, user, text));
    this.pending.push(one);
  }

  /** Ends some of the pending sends, in the given order. */
  async settle(index: number, isCommitted: boolean): Promise<void> {
    if (this.pending.length > 0) await this.finish([this.pending[index % this.pending.length]], isCommitted);
  }

  async join(user: number, channelId: number): Promise<void> {
    if (this.model.members(this.at(channelId)).has(user)) return;
    await this.alone([channelId], async () => {
      await this.database.write(
        `INSERT INTO subscription_period (user_id, channel_id, from_position) VALUES ($1, $2, nextval('message_id_seq'))`,
        [user, channelId],
      );
    });
    this.model.join(user, this.at(channelId));
  }

  async leave(user: number, channelId: number): Promise<void> {
    if (!this.model.members(this.at(channelId)).has(user)) return;
    const readState = this.world.service(ReadStateRepository);
    const left = await this.alone([channelId], async () => {
      const unread = await readState.leftUnread(channelId as never, [user as never], 1000);
      await this.database.rows(
        `UPDATE subscription_period SET to_position = nextval('message_id_seq')
         WHERE user_id = $1 AND channel_id = $2 AND to_position = ${OPEN_END}`,
        [user, channelId],
      );
      await readState.dropUnreadMarks(channelId as never, [user as never]);
      return unread;
    });
    const expected = this.model
      .unread(user)
      .filter((id) => this.model.messages.get(id)!.channel === this.at(channelId));
    expect(left.flatMap(({ messageIds }) => messageIds)).toEqual(expected);
    this.model.leave(user, this.at(channelId));
  }

  async change(channelId: number, kind: ChannelKind): Promise<void> {
    await this.setKind(channelId, kind);
    this.model.change(this.at(channelId), kind);
  }

  async deactivate(user: number): Promise<void> {
    await this.world.service(Absences).begin(user as never);
    this.model.deactivate(user);
  }

  async reactivate(user: number): Promise<void> {
    await this.world.service(Absences).end(user as never);
    this.model.reactivate(user);
  }

  async mute(user: number, sender: number): Promise<void> {
    await this.world.service(SenderMutes).mute(user as never, sender as never);
    this.model.mute(user, sender);
  }

  async unmute(user: number, sender: number): Promise<void> {
    await this.world.service(SenderMutes).unmute(user as never, sender as never);
    this.model.unmute(user, sender);
  }

  async flag(user: number, what: 'read' | 'unread' | 'star' | 'unstar', ids: readonly number[]): Promise<void> {
    const flags = this.world.service(Flags);
    const actor = this.actor(user);
    const { ask, expected } = {
      read: { ask: () => flags.read(actor, ids), expected: () => this.model.markRead(user, ids) },
      unread: { ask: () => flags.unread(actor, ids), expected: () => this.model.markUnread(user, ids) },
      star: { ask: () => flags.mark(actor, 'starred', ids), expected: () => this.model.star(user, ids) },
      unstar: { ask: () => flags.unmark(actor, 'starred', ids), expected: () => this.model.unstar(user, ids) },
    }[what];
    const answer = await refusedAsNull(async () => (await ask()).messageIds);
    expect(answer).toEqual(sorted(expected()));
  }

  async readAll(user: number): Promise<void> {
    const read = await this.whileFloorRises(user, () => this.world.service(Readings).readAll(this.actor(user)));
    expect(read).toEqual(sorted(this.model.readAll(user)));
  }

  async readChannel(user: number, channelId: number, topic: string | null): Promise<void> {
    const read = await this.world.service(Readings).readChannel(this.actor(user), channelId as never, topic);
    expect(read).toEqual(sorted(this.model.readChannel(user, this.at(channelId), topic)));
  }

  /** Changes nothing in any answer. */
  compact = (user: number): Promise<void> =>
    this.whileFloorRises(user, () => this.world.service(ReadStateCompaction).compact(user as never));

  async move(ids: readonly number[], channelId: number, topic: string): Promise<void> {
    const moving = ids.filter((id) => (this.model.messages.get(id)?.channel ?? null) !== null);
    if (moving.length === 0) return;
    await this.finishIn([...moving.map((id) => Number(this.model.messages.get(id)!.channel)), channelId]);
    const request = { messageIds: moving, channelId: channelId as never, topic };
    await this.world.service(Moves).move(this.actor(this.userIds[0]), request);
    this.model.move(moving, this.at(channelId), topic, this.userIds);
  }

  async remove(ids: readonly number[]): Promise<void> {
    const owner = this.userIds[0];
    const going = ids.filter(
      (id) => this.model.messages.has(id) && this.model.reads(owner, this.model.messages.get(id)!),
    );
    if (going.length === 0) return;
    await this.finishIn(going.map((id) => Number(this.model.messages.get(id)!.channel)));
    await this.world.service(Deletions).delete(this.actor(owner), going);
    this.model.remove(going);
  }

  /** The floor never decreases, and never reaches a message that is pending. */
  private async whileFloorRises<R>(user: number, work: () => Promise<R>): Promise<R> {
    const floor = async (): Promise<number> => {
      const text = 'SELECT read_floor AS floor FROM user_read_state WHERE user_id = $1';
      return (await this.database.row<{ floor: number }>(text, [user]))?.floor ?? 0;
    };
    const before = await floor();
    const result = await work();
    const after = await floor();
    expect(after).toBeGreaterThanOrEqual(before);
    expect(Math.min(...this.pending.map(({ id }) => id))).toBeGreaterThan(after > before ? after : 0);
    return result;
  }

  private write(user: number, { channelId, to, topic, isReadBySender, mention }: SentText): Promise<number> {
    const name = this.people.find(({ id }) => id === mention)?.fullName ?? 'all';
    const content = mention === null ? 'x' : `@**${name}**`;
    const common = { content, isReadBySender, echo: null };
    return channelId === null
      ? this.world.service(DirectMessages).send(this.actor(user), { ...common, recipients: [to] })
      : this.world.service(ChannelMessages).send(this.actor(user), { ...common, channel: channelId, topic });
  }

  private message(
    id: number,
    sender: number,
    { channelId, to, topic, isReadBySender, mention }: SentText,
  ): ModelMessage {
    this.ids.push(id);
    return {
      id,
      sender,
      channel: channelId === null ? null : this.at(channelId),
      people: channelId === null ? [...new Set([sender, to])] : [],
      topic: channelId === null ? '' : topic,
      isReadBySender,
      mentioned: typeof mention === 'number' ? [mention] : [],
      mentionsAll: mention === 'all' && channelId !== null,
    };
  }

  private async finish(which: readonly HeldSend[], isCommitted: boolean): Promise<void> {
    this.pending = this.pending.filter((one) => !which.includes(one));
    for (const one of which) {
      await one.finish(isCommitted);
      if (isCommitted) this.model.commit(one.id);
      else this.model.rollBack(one.id);
    }
  }

  /** Sends hold their channels: a transaction that needs them exclusively waits. */
  private finishIn(channelIds: readonly number[]): Promise<void> {
    return this.finish(
      this.pending.filter(({ channelId }) => channelIds.includes(channelId!)),
      true,
    );
  }

  private async alone<R>(channelIds: readonly number[], work: () => Promise<R>): Promise<R> {
    await this.finishIn(channelIds);
    return this.transactions.run(
      channelIds.map((id) => lock.channel(id)),
      work,
    );
  }

  private async setKind(channelId: number, kind: ChannelKind): Promise<void> {
    await this.database.write('UPDATE channel SET is_private = $2, history_public_to_subscribers = $3 WHERE id = $1', [
      channelId,
      kind !== 'public',
      kind !== 'protected',
    ]);
  }
}

const sorted = (ids: readonly number[] | null): number[] | null => ids && [...ids].sort((a, b) => a - b);

async function refusedAsNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MessageIsInvalid) return null;
    throw error;
  }
}
