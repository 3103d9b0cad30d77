import type { ChannelId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { MembershipChange } from '../events';

export const MEMBERSHIP = 'channel_membership';

/** The users who joined or left one channel, and the position. */
export interface MembershipPayload {
  readonly channelId: ChannelId;
  readonly change: 'joined' | 'left';
  readonly userIds: readonly UserId[];
  readonly position: number;
}

/** Log entries for the nodes: the audience index reads them. Clients receive other events. */
@Injectable()
export class MembershipEntries implements OnModuleInit {
  private readonly kind: EventKind = { kind: MEMBERSHIP, type: 'subscription', variant: () => '', shape: () => null };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this.kind);
  }

  note(change: MembershipPayload['change'], changes: readonly MembershipChange[]): void {
    const [first] = changes;
    if (!first) return;
    const payload = changes.map(({ channelId, userIds, position }) => ({ channelId, change, userIds, position }));
    this.log.tell({
      kind: MEMBERSHIP,
      organizationId: first.organizationId,
      audience: { to: 'users', ids: [] },
      payload,
    });
  }
}
