import type { ChannelId, UserId } from '@app/kernel';
import { AudienceIndex, LogEntry, LogFollower, Registry, RuleSubject } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Memberships } from './memberships';
import { MembershipRepository } from './membership.repository';
import { MEMBERSHIP, MembershipPayload } from './membership.client-events';

/**
 * The audience rule for events in a channel. `{ to: 'rule', rule: CHANNEL_AUDIENCE, of: { id: channelId, position:
 * messageId, isPublic: !channel.isPrivate } }` reaches the users who were subscribed at that position.
 */
export const CHANNEL_AUDIENCE = 'channel';

/** The subscribers of a channel at a position. */
export interface Subscribers {
  all(): Iterable<UserId>;
  includes(userId: UserId): boolean;
}

/** The index of `CHANNEL_AUDIENCE`, for indexes that build on it. */
export interface SubscriberIndex extends AudienceIndex {
  /** The subscribers of a loaded subject. The result stays valid if the index drops the channel. */
  keep(subject: RuleSubject): Subscribers;
}

/** Closed periods are kept for clients that catch up. A question about an older position reads the channel again. */
const KEPT_MS = 15 * 60_000;
const TIDY_EVERY_MS = 60_000;
/** The share that remains after dropping channels, so that dropping is rare. */
const KEPT_SHARE = 0.8;
/**
 * Channels used within this time are kept, whatever their size: an entry is loaded some milliseconds before its
 * delivery.
 */
const IN_USE_MS = 10_000;

interface Loaded {
  readonly memberships: Memberships;
  /** UNIX milliseconds. */
  usedAt: number;
}

/**
 * Answers who is subscribed, without a query for each message. Each channel is read once and then updated from the log.
 * Beyond `capacity` the least recently used channels are dropped, and read again when needed.
 */
@Injectable()
export class ChannelAudienceIndex implements SubscriberIndex, LogFollower, OnModuleInit {
  readonly rule = CHANNEL_AUDIENCE;
  /** The number of periods of all channels, about forty bytes each. */
  capacity = 1_000_000;
  private readonly channels = new Map<ChannelId, Loaded>();
  private total = 0;
  /** Changes that arrive while a channel is being read. The read may have begun before them. */
  private readonly meanwhile = new Map<ChannelId, Set<MembershipPayload[]>>();
  private readonly closings: { channelId: ChannelId; position: number; at: number }[] = [];
  private tidiedAt = 0;

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addIndex(this);
    this.registry.addFollower(this);
  }

  async load(subjects: readonly RuleSubject[]): Promise<void> {
    const floors = new Map<ChannelId, number>();
    for (const { id, position } of subjects) {
      const channelId = id as ChannelId;
      if (this.knows({ id, position })) continue;
      floors.set(channelId, Math.min(position - 1, floors.get(channelId) ?? Infinity));
    }
    if (floors.size === 0) return;
    await this.read(floors);
    this.makeRoom(Date.now());
  }

  knows({ id, position }: Pick<RuleSubject, 'id' | 'position'>): boolean {
    const known = this.channels.get(id as ChannelId);
    if (!known || known.memberships.floor >= position) return false;
    known.usedAt = Date.now();
    return true;
  }

  /** The number of periods in memory. */
  get size(): number {
    return this.total;
  }

  fold(entry: LogEntry): void {
    if (entry.kind !== MEMBERSHIP) return;
    for (const change of entry.payload as MembershipPayload[]) {
      for (const passed of this.meanwhile.get(change.channelId) ?? []) passed.push(change);
      this.apply(change);
    }
    this.tidy(Date.now());
  }

  members({ id, position }: RuleSubject): Iterable<UserId> {
    return this.channels.get(id as ChannelId)?.memberships.members(position) ?? [];
  }

  includes({ id, position }: RuleSubject, userId: UserId): boolean {
    return this.channels.get(id as ChannelId)?.memberships.includes(userId, position) ?? false;
  }

  keep({ id, position }: RuleSubject): Subscribers {
    const memberships = this.channels.get(id as ChannelId)?.memberships;
    return {
      all: () => memberships?.members(position) ?? [],
      includes: (userId) => memberships?.includes(userId, position) ?? false,
    };
  }

  private async read(floors: ReadonlyMap<ChannelId, number>): Promise<void> {
    const passed: MembershipPayload[] = [];
    for (const channelId of floors.keys()) {
      this.meanwhile.set(channelId, (this.meanwhile.get(channelId) ?? new Set()).add(passed));
    }
    try {
      const periods = await this.memberships.periodsAfter(floors);
      for (const [channelId, floor] of floors) {
        const known = this.channels.get(channelId);
        if (known && known.memberships.floor <= floor) continue; // a concurrent read reached an older position
        const memberships = new Memberships(floor, periods.get(channelId)!);
        this.channels.set(channelId, { memberships, usedAt: Date.now() });
        this.total += memberships.size - (known?.memberships.size ?? 0);
      }
      passed.forEach((change) => this.apply(change));
    } finally {
      for (const channelId of floors.keys()) {
        const waiting = this.meanwhile.get(channelId);
        waiting?.delete(passed);
        if (waiting?.size === 0) this.meanwhile.delete(channelId);
      }
    }
  }

  private apply({ channelId, change, userIds, position }: MembershipPayload): void {
    const memberships = this.channels.get(channelId)?.memberships;
    if (!memberships) return;
    const before = memberships.size;
    if (change === 'joined') memberships.join(userIds, position);
    else {
      memberships.leave(userIds, position);
      this.closings.push({ channelId, position, at: Date.now() });
    }
    this.total += memberships.size - before;
  }

  private makeRoom(now: number): void {
    if (this.total <= this.capacity) return;
    const oldestFirst = [...this.channels].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [channelId, { memberships, usedAt }] of oldestFirst) {
      if (this.total <= this.capacity * KEPT_SHARE || now - usedAt < IN_USE_MS) return;
      this.channels.delete(channelId);
      this.total -= memberships.size;
    }
  }

  private tidy(now: number): void {
    if (now - this.tidiedAt < TIDY_EVERY_MS) return;
    this.tidiedAt = now;
    const young = this.closings.findIndex(({ at }) => now - at < KEPT_MS);
    for (const { channelId, position } of this.closings.splice(0, young < 0 ? this.closings.length : young)) {
      const memberships = this.channels.get(channelId)?.memberships;
      if (!memberships) continue;
      this.total -= memberships.size;
      memberships.forget(position);
      this.total += memberships.size;
    }
  }
}
