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

type Holdings = ReadonlyMap<UserId, readonly MessageId[]>;

/** What was read of one way of a part. Nothing here depends on who is subscribed: that is known only at the delivery. */
interface DecidedHoldings {
  /** Who differs from the other subscribers, and what they hold. */
  readonly decided: Holdings;
  /** Of all others: who has a row, which counts for those who are not subscribed. */
  readonly byRow: Holdings;
}

interface LoadedPart {
  readonly part: ReadersOfChannel;
  /** By way. */
  readonly held: readonly DecidedHoldings[];
  readonly chosen: ReadonlySet<UserId>;
  /** From the delivery on: clients may be told later, when the channel is not in memory any more. */
  subscribers?: Subscribers;
}

interface Loaded {
  readonly ids: readonly MessageId[];
  readonly parts: readonly LoadedPart[];
  /** Of those who hold something: they see nothing of a public channel that they are not in. */
  readonly guests: ReadonlySet<UserId>;
  readonly also: ReadonlySet<UserId>;
}

/**
 * Answers who has messages, at the entry's place in the log, on the node that delivers: subscribers are known from memory, and
 * who else has them, or has not all, is read in one statement for all entries of a look at the log (ADR 1).
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

  fold(): void {
    // Subscribers are those of the index of channels, which is kept current from the log.
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

  /** Of which of the messages the user is told, ascending; null: of all that the entry is about. */
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
      const { decided, byRow } = held[way];
      return decided.get(userId) ?? (isMember ? ids : (byRow.get(userId) ?? NONE));
    });
    return ofWays.length === 1 ? ofWays[0] : ofWays.flat();
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
      decided[part][way].set(userId, messageIds ?? NONE);
    }
    return parts.map((part, at) => ({
      part,
      chosen: chosenOf(part),
      held: part.ways.map((way, no) => withMarked(part, way, decided[at][no])),
    }));
  }

  /** Periods that ended long ago are forgotten also in what was kept. */
  private forgetSubscribers(subjects: readonly RuleSubject[]): void {
    for (const subject of subjects) for (const one of this.loaded.get(subject)!.parts) one.subscribers = undefined;
  }

  private get channels(): SubscriberIndex {
    return this.registry.indexes.get(CHANNEL_AUDIENCE) as SubscriberIndex;
  }
}

const chosenOf = ({ among }: ReadersOfChannel): ReadonlySet<UserId> =>
  new Set(among ? ('only' in among ? among.only : among.except) : []);

const holdersOf = ({ decided, byRow }: DecidedHoldings): Iterable<UserId>[] => [decided.keys(), byRow.keys()];

/** Who has messages of public channels, where being a guest matters; each once. */
const holdersOutside = (parts: readonly LoadedPart[]): UserId[] => {
  const held = parts.filter(({ part }) => part.isPublic).flatMap((one) => one.held);
  return [...new Set(held.flatMap(holdersOf).flatMap((userIds) => [...userIds]))];
};

function withMarked({ marked = [] }: ReadersOfChannel, { ids }: MessageWay, decided: Holdings): DecidedHoldings {
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

/** No position lies between two that were drawn: what is drawn next comes after the moment. */
const subscribersAt = ({ channelId, after }: ReadersOfChannel): RuleSubject => ({
  id: channelId,
  position: after + 0.5,
  isPublic: false,
});
