import { CHANNEL_AUDIENCE, SubscriberIndex, Subscribers } from '@app/channels';
import { Users } from '@app/identity';
import type { MessageId, UserId } from '@app/kernel';
import { Audience, AudienceIndex, Registry, RuleSubject } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { idsOfParts, MessageWay, ReadersOfChannel, ReadersSubject } from './message-readers';
import { MessageReadersRepository } from './message-readers.repository';

/** The audience rule for changes of existing messages: the users who have them at that moment. */
export const READERS_AUDIENCE = 'message_readers';

const NONE: readonly MessageId[] = [];

type IdsByUser = ReadonlyMap<UserId, readonly MessageId[]>;

/**
 * The result of a read for one way of a part. It does not depend on subscriptions, which are known only at delivery.
 */
interface DecidedIds {
  /** Users who differ from the other subscribers, with the messages that they have. */
  readonly decided: IdsByUser;
  /** For all other users: those with rows. Rows count for users without a subscription. */
  readonly byRow: IdsByUser;
}

interface LoadedPart {
  readonly part: ReadersOfChannel;
  /** By way. */
  readonly held: readonly DecidedIds[];
  readonly chosen: ReadonlySet<UserId>;
  /** Set at delivery: clients may be told later, when the index of channels has dropped the channel. */
  subscribers?: Subscribers;
}

interface Loaded {
  readonly ids: readonly MessageId[];
  readonly parts: readonly LoadedPart[];
  /** The guests among them. Guests see nothing of a public channel without a subscription. */
  readonly guests: ReadonlySet<UserId>;
  readonly also: ReadonlySet<UserId>;
}

/**
 * The users who have messages at the entry's place in the log, on the node that delivers. Subscribers are known from
 * memory. Users who have messages without a subscription, or lack some, are read in one statement for all entries of a
 * read of the log (ADR 1).
 */
@Injectable()
export class MessageReadersIndex implements AudienceIndex, OnModuleInit {
  readonly rule = READERS_AUDIENCE;
  private readonly loaded = new WeakMap<RuleSubject, Loaded>();

  constructor(
    private readonly rows: MessageReadersRepository,
    private readonly users: Users,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addIndex(this);
  }

  async load(subjects: readonly RuleSubject[]): Promise<void> {
    await this.channels.load(subjects.flatMap(channelsOf));
    const fresh = subjects.filter((one) => !this.loaded.has(one)) as ReadersSubject[];
    const parts = await this.heldOf(fresh.flatMap((one) => one.parts));
    const guests = new Set(await this.users.guestsAmong(holdersOutside(parts)));
    for (const subject of fresh) {
      const own = parts.splice(0, subject.parts.length);
      this.loaded.set(subject, { ids: idsOfParts(subject.parts), parts: own, guests, also: new Set(subject.also) });
    }
    this.forgetSubscribers(subjects);
  }

  knows(subject: RuleSubject): boolean {
    return this.loaded.has(subject) && channelsOf(subject).every((one) => this.channels.knows(one));
  }

  *members(subject: RuleSubject): Iterable<UserId> {
    const { parts, also } = this.loaded.get(subject)!;
    const seen = new Set<UserId>();
    const candidates = [also, ...parts.flatMap((one) => this.candidatesOf(one))];
    for (const userIds of candidates) {
      for (const userId of userIds) {
        if (seen.has(userId) || !this.includes(subject, userId)) continue;
        seen.add(userId);
        yield userId;
      }
    }
  }

  includes(subject: RuleSubject, userId: UserId): boolean {
    const { parts, guests, also } = this.loaded.get(subject)!;
    return also.has(userId) || parts.some((one) => this.toldOfPart(one, guests, userId).length > 0);
  }

  /** The messages that the event lists for the user, ascending; `null`: all messages of the entry. */
  told(audience: Audience, userId: UserId): readonly MessageId[] | null {
    if (audience.to !== 'rule' || audience.rule !== this.rule) return null;
    const { ids, parts, guests, also } = this.loaded.get(audience.of)!;
    if (also.has(userId)) return null;
    const told = new Set(parts.flatMap((one) => this.toldOfPart(one, guests, userId)));
    return told.size === ids.length ? null : ids.filter((id) => told.has(id));
  }

  private toldOfPart(one: LoadedPart, guests: ReadonlySet<UserId>, userId: UserId): readonly MessageId[] {
    const { part, held, chosen } = one;
    if (part.among && chosen.has(userId) !== 'only' in part.among) return NONE;
    const isMember = this.subscribersOf(one).includes(userId);
    if (!isMember && (!part.isPublic || guests.has(userId))) return NONE;
    const ofWays = part.ways.map(({ ids }, way) => {
      if (isMember && part.isShared) return ids;
      const { decided, byRow } = held[way]!;
      return decided.get(userId) ?? (isMember ? ids : (byRow.get(userId) ?? NONE));
    });
    const [only, another] = ofWays;
    return only && !another ? only : ofWays.flat();
  }

  private candidatesOf(one: LoadedPart): Iterable<UserId>[] {
    const { part, held } = one;
    if (part.among && 'only' in part.among) return [part.among.only];
    return [this.subscribersOf(one).all(), ...held.flatMap(holdersOf)];
  }

  private subscribersOf(one: LoadedPart): Subscribers {
    return (one.subscribers ??= this.channels.keep(subscribersAt(one.part)));
  }

  private async heldOf(parts: readonly ReadersOfChannel[]): Promise<LoadedPart[]> {
    const decided = parts.map(({ ways }) => ways.map(() => new Map<UserId, readonly MessageId[]>()));
    for (const { part, way, userId, messageIds } of await this.rows.held(parts)) {
      decided[part]![way]!.set(userId, messageIds ?? NONE);
    }
    return parts.map((part, at) => ({
      part,
      chosen: chosenOf(part),
      held: part.ways.map((way, no) => withMarked(part, way, decided[at]![no]!)),
    }));
  }

  /** Also removes periods from the kept subscribers that ended long ago. */
  private forgetSubscribers(subjects: readonly RuleSubject[]): void {
    for (const subject of subjects) for (const one of this.loaded.get(subject)!.parts) one.subscribers = undefined;
  }

  private get channels(): SubscriberIndex {
    return this.registry.indexes.get(CHANNEL_AUDIENCE) as SubscriberIndex;
  }
}

const chosenOf = ({ among }: ReadersOfChannel): ReadonlySet<UserId> =>
  new Set(among ? ('only' in among ? among.only : among.except) : []);

const holdersOf = ({ decided, byRow }: DecidedIds): Iterable<UserId>[] => [decided.keys(), byRow.keys()];

/** Users with messages of public channels, for whom the role guest matters; each once. */
const holdersOutside = (parts: readonly LoadedPart[]): UserId[] => {
  const held = parts.filter(({ part }) => part.isPublic).flatMap((one) => one.held);
  return [...new Set(held.flatMap(holdersOf).flatMap((userIds) => [...userIds]))];
};

function withMarked({ marked = [] }: ReadersOfChannel, { ids }: MessageWay, decided: IdsByUser): DecidedIds {
  const [known, byRow] = [new Map(decided), new Map<UserId, readonly MessageId[]>()];
  for (const [userId, rows] of marked) {
    const own = decided.get(userId);
    (own ? known : byRow).set(
      userId,
      ids.filter((id) => rows.includes(id) || own?.includes(id)),
    );
  }
  return { decided: known, byRow };
}

const channelsOf = (subject: RuleSubject): RuleSubject[] =>
  (subject as ReadersSubject).parts.map(({ channelId, after }) => ({
    id: channelId,
    position: after,
    isPublic: false,
  }));

/** There is no position between two that were drawn, so the next position is after the moment. */
const subscribersAt = ({ channelId, after }: ReadersOfChannel): RuleSubject => ({
  id: channelId,
  position: after + 0.5,
  isPublic: false,
});
