import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, LogEntry, LogFollower, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ReceivedMessage, SenderMute, SenderMuteRepository } from './sender-mute.repository';

type Muted = Omit<SenderMute, 'userId'>;

/**
 * Whether a mute reads a message, decided by the node that tells it. A message and a mute do not wait for each other:
 * the sender's transaction may not see the mute, nor the mute the message. What comes later in the log sees the other
 * one. So a message after the mute is told as read, and the mute tells that earlier ones are read (ADR 2).
 */
@Injectable()
export class MutedSenders implements LogFollower, OnModuleInit {
  private readonly senderIds = new Set<UserId>();
  private isComplete = false;

  private readonly readByMute: EventKind<Muted, readonly MessageId[]> = {
    kind: 'messages_read_by_mute',
    type: 'update_message_flags',
    lookup: {
      isNeeded: () => true,
      read: (asked) => this.rows.readUnderWay(asked.map(({ userId, payload }) => ({ userId, ...payload }))),
    },
    variant: (_payload, _viewer, { known = [] }) => known.join(),
    shape: (_payload, _viewer, { known: messages = [] }) =>
      messages.length === 0
        ? null
        : { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false },
  };

  constructor(
    private readonly rows: SenderMuteRepository,
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this.readByMute);
    this.registry.addFollower(this);
  }

  fold(entry: LogEntry): void {
    if (entry.kind === this.readByMute.kind) this.senderIds.add((entry.payload as Muted).senderId);
  }

  /** Told by the mute, of messages of the sender that its transaction may not see. */
  tellMuted(organizationId: OrganizationId, userId: UserId, payload: Muted): void {
    this.log.tell({ kind: this.readByMute.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }

  /** `false`: no user has ever muted the sender. */
  mayBeMuted(senderId: UserId): boolean {
    return !this.isComplete || this.senderIds.has(senderId);
  }

  /** Asked when the log was read up to the messages. At most two statements. */
  async areRead(received: readonly ReceivedMessage[]): Promise<boolean[]> {
    // Not earlier: mutes that this read does not see are in the log after the place where this node began.
    if (!this.isComplete) for (const id of await this.rows.senderIds()) this.senderIds.add(id);
    this.isComplete = true;
    if (!received.some(({ senderId }) => this.senderIds.has(senderId))) return received.map(() => false);
    return this.rows.areRead(received);
  }
}
