import type { ChannelId, UserId } from '@app/kernel';
import { AudienceIndex, LogEntry, Registry, RuleSubject } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Memberships } from '../domain/memberships';
import { MembershipRepository } from '../store/membership.repository';
import { MEMBERSHIP, MembershipPayload } from './membership.client-events';

/**
 * The audience rule of what happens in a channel: `{ to: 'rule', rule: CHANNEL_AUDIENCE, of: { id: channelId, position:
 * messageId, isPublic: !channel.isPrivate } }` reaches whoever was subscribed at that position.
 */
export const CHANNEL_AUDIENCE = 'channel';

/** Closed periods are kept for clients that catch up; whoever asks for older positions has the channel read again. */
const KEPT_MS = 15 * 60_000;
const TIDY_EVERY_MS = 60_000;

/** Answers who is subscribed without a query a message: each channel is read once, then kept current from the log. */
@Injectable()
export class ChannelAudienceIndex implements AudienceIndex, OnModuleInit {
  readonly rule = CHANNEL_AUDIENCE;
  private readonly channels = new Map<ChannelId, Memberships>();
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
    if (floors.size > 0) await this.read(floors);
  }

  knows({ id, position }: Pick<RuleSubject, 'id' | 'position'>): boolean {
    const known = this.channels.get(id as ChannelId);
    return known !== undefined && !(known.floor >= position);
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
    return this.channels.get(id as ChannelId)?.members(position) ?? [];
  }

  includes({ id, position }: RuleSubject, userId: UserId): boolean {
    return this.channels.get(id as ChannelId)?.includes(userId, position) ?? false;
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
        if (known && known.floor <= floor) continue; // somebody else has read as far down in the meantime
        this.channels.set(channelId, new Memberships(floor, periods.get(channelId)!));
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
    const known = this.channels.get(channelId);
    if (!known) return;
    if (change === 'joined') return known.join(userIds, position);
    known.leave(userIds, position);
    this.closings.push({ channelId, position, at: Date.now() });
  }

  private tidy(now: number): void {
    if (now - this.tidiedAt < TIDY_EVERY_MS) return;
    this.tidiedAt = now;
    const young = this.closings.findIndex(({ at }) => now - at < KEPT_MS);
    for (const { channelId, position } of this.closings.splice(0, young < 0 ? this.closings.length : young)) {
      this.channels.get(channelId)?.forget(position);
    }
  }
}
