import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FlagClientEvents } from '../flags/flag.client-events';
import { MAX_TOLD } from '../received/flag';
import { ReadStateRepository } from '../records/read-state.repository';
import { MutedSenders } from './muted-senders.service';
import { SenderMutes } from './sender-mutes.service';

/** Messages of a muted user are read, earlier and later ones. */
@Injectable()
export class SenderMutesEventHandlers {
  constructor(
    private readonly mutes: SenderMutes,
    private readonly senders: MutedSenders,
    private readonly readState: ReadStateRepository,
    private readonly clients: FlagClientEvents,
  ) {}

  @OnDomainEvent('UserWasMuted', 'messaging')
  async mute({ organizationId, userId, mutedUserId }: DomainEvents['UserWasMuted']): Promise<void> {
    const messageIds = await this.readState.unreadOf(userId, mutedUserId, MAX_TOLD);
    const position = await this.mutes.mute(userId, mutedUserId);
    const mayBeOvertaken = await this.readState.isOlderOneUnderWay();
    this.senders.tellMuted(organizationId, userId, { senderId: mutedUserId, position, mayBeOvertaken });
    if (messageIds.length === 0) return;
    this.clients.tellChanged(organizationId, userId, { operation: 'add', flag: 'read', messageIds });
  }

  @OnDomainEvent('UserWasUnmuted', 'messaging')
  async unmute({ userId, mutedUserId }: DomainEvents['UserWasUnmuted']): Promise<void> {
    await this.mutes.unmute(userId, mutedUserId);
  }
}
