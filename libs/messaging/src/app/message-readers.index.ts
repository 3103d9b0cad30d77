import { CHANNEL_AUDIENCE, SubscriberIndex, Subscribers } from '@app/channels';
import { Users } from '@app/identity';
import type { MessageId, UserId } from '@app/kernel';
import { Audience, AudienceIndex, Registry, RuleSubject } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { idsOfParts, ReadersOfChannel, ReadersSubject } from '../domain/message-readers';
import { MessageReadersRepository } from '../store/message-readers.repository';

/** The audience rule of what happens to messages that are there already: whoever has them at that moment. */
export const READERS_AUDIENCE = 'message_readers';

const NONE: readonly MessageId[] = [];

/** What was read of a part: of each way, which users differ from the other subscribers, and what they hold. */
type Held = readonly ReadonlyMap<UserId, readonly MessageId[]>[];

interface Loaded {
  readonly ids: readonly MessageId[];
  readonly parts: readonly {
    readonly part: ReadersOfChannel;
    readonly held: Held;
    readonly chosen: ReadonlySet<UserId>;
    /** From the delivery on: clients may be told later, when the channel is not in memory any more. */
    subscribers?: Subscribers;
  }[];
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
    const held = await this.heldOf(fresh.flatMap((one) => one.parts));
    let at = 0;
    for (const subject of fresh) {
      const own = subject.parts.map((part) => ({ part, held: held[at++], chosen: chosenOf(part) }));
      this.loaded.set(subject, { ids: idsOfParts(subject.parts), parts: own, also: new Set(subject.also) });
    }
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
    const { parts, also } = this.loaded.get(subject)!;
    return also.has(userId) || parts.some((one) => this.toldOfPart(one, userId).length > 0);
  }

  /** Of which of the messages the user is told, ascending; null: of all that the entry is about. */
  told(audience: Audience, userId: UserId): readonly MessageId[] | null {
    if (audience.to !== 'rule' || audience.rule !== this.rule) return null;
    const { ids, parts, also } = this.loaded.get(audience.of)!;
    if (also.has(userId)) return null;
    const told = new Set(parts.flatMap((one) => this.toldOfPart(one, userId)));
    return told.size === ids.length ? null : ids.filter((id) => told.has(id));
  }

  private toldOfPart(one: Loaded['parts'][number], userId: UserId): readonly MessageId[] {
    const { part, held, chosen } = one;
    if (part.among && chosen.has(userId) !== 'only' in part.among) return NONE;
    const isMember = this.subscribersOf(one).includes(userId);
    if (!isMember && !part.isPublic) return NONE;
    const ofWays = part.ways.map(({ ids }, way) => {
      if (isMember && part.isShared) return ids;
      return held[way].get(userId) ?? (isMember ? ids : NONE);
    });
    return ofWays.length === 1 ? ofWays[0] : ofWays.flat();
  }

  private candidatesOf(one: Loaded['parts'][number]): Iterable<UserId>[] {
    const { part, held } = one;
    if (part.among && 'only' in part.among) return [part.among.only];
    return [this.subscribersOf(one).all(), ...held.map((users) => users.keys())];
  }

  private subscribersOf(one: Loaded['parts'][number]): Subscribers {
    return (one.subscribers ??= this.channels.keep(subscribersAt(one.part)));
  }

  /** Guests see nothing of a public channel that they are not in. */
  private async heldOf(parts: readonly ReadersOfChannel[]): Promise<Held[]> {
    const held = parts.map(({ ways }) => ways.map(() => new Map<UserId, readonly MessageId[]>()));
    for (const { part, way, userId, messageIds } of await this.rows.held(parts)) {
      held[part][way].set(userId, messageIds ?? NONE);
    }
    parts.forEach((part, at) => this.addMarked(part, held[at]));
    const outside = new Set(
      parts.flatMap((part, at) =>
        [...new Set(held[at].flatMap((one) => [...one.keys()]))].filter((id) => !this.isMember(part, id)),
      ),
    );
    const guests = await this.users.guestsAmong([...outside]);
    parts.forEach((part, at) => {
      for (const id of guests) if (!this.isMember(part, id)) for (const one of held[at]) one.delete(id);
    });
    return held;
  }

  private addMarked(part: ReadersOfChannel, held: Map<UserId, readonly MessageId[]>[]): void {
    for (const [userId, ids] of part.marked ?? []) {
      const isMember = this.isMember(part, userId);
      part.ways.forEach((way, at) => {
        const known = held[at].get(userId);
        if (known === undefined && isMember) return; // has all of them
        const own = way.ids.filter((id) => ids.includes(id) || known?.includes(id));
        held[at].set(userId, own);
      });
    }
  }

  private isMember(part: ReadersOfChannel, userId: UserId): boolean {
    return this.channels.includes(subscribersAt(part), userId);
  }

  private get channels(): SubscriberIndex {
    return this.registry.indexes.get(CHANNEL_AUDIENCE) as SubscriberIndex;
  }
}

const chosenOf = ({ among }: ReadersOfChannel): ReadonlySet<UserId> =>
  new Set(among ? ('only' in among ? among.only : among.except) : []);

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
