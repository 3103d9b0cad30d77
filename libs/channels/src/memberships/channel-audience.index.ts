import type { ChannelId, UserId } from '@app/kernel';
import { AudienceIndex, LogEntry, Registry, RuleSubject } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Memberships } from './memberships';
import { MembershipRepository } from './membership.repository';
import { MEMBERSHIP, MembershipPayload } from './membership.client-events';

/**
 * The audience rule of what happens in a channel: `{ to: 'rule', rule: CHANNEL_AUDIENCE, of: { id: channelId, position:
 * messageId, isPublic: !channel.isPrivate } }` reaches the users who were subscribed at that position.
 */
export const CHANNEL_AUDIENCE = 'channel';

/** Who was subscribed to a channel at a position. */
export interface Subscribers {
  all(): Iterable<UserId>;
  includes(userId: UserId): boolean;
}

/** The index of `CHANNEL_AUDIENCE`, for indexes that are made of it. */
export interface SubscriberIndex extends AudienceIndex {
  /** Of a loaded subject: it holds also when the index gives the channel up. */
  keep(subject: RuleSubject): Subscribers;
}

/** Closed periods are kept for clients that catch up; a question about older positions reads the channel again. */
const KEPT_MS = 15 * 60_000;
const TIDY_EVERY_MS = 60_000;
/** Making room leaves so much: it is not to be made each time. */
const KEPT_SHARE = 0.8;
/** What was asked for so recently is kept, whatever its size: an entry is loaded some milliseconds before it is delivered. */
const IN_USE_MS = 10_000;

interface Loaded {
  readonly memberships: Memberships;
  /** UNIX milliseconds. */
  usedAt: number;
}

/**
 * Answers who is subscribed without a query a message: each channel is read once, then kept current from the log. Beyond
 * `capacity` the channels that were not asked for the longest are given up, and read again when they are asked for.
 */
@Injectable()
export class ChannelAudienceIndex implements SubscriberIndex, OnModuleInit {
  readonly rule = CHANNEL_AUDIENCE;
  /** Periods of all channels together, about forty bytes each. */
  capacity = 1_000_000;
  private readonly channels = new Map<ChannelId, Loaded>();
  private total = 0;
  /** Changes that pass by while a channel is being read: the reading may be too early to have seen them. */
  private readonly meanwhile = new Map<ChannelId, Set<MembershipPayload[]>>();
  private readonly closings: { channelId: ChannelId; position: number; at: number }[] = [];
  private tidiedAt = 0;

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addIndex(this);
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

  /** Periods in memory. */
  get size(): number {
    return this.total;
  }

  fold({ kind, payload }: LogEntry): void {
    if (kind !== MEMBERSHIP) return;
    for (const change of payload as MembershipPayload[]) {
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
        if (known && known.memberships.floor <= floor) continue; // another reading went as far down in the meantime
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
