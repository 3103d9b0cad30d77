import { Audit } from '@app/identity';
import type { AuditAction } from '@app/identity';
import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { channelFacts, differenceOf } from '../channels/channel-facts';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelChangeEvents } from './channel-change-events.service';
import type { ChangeContext } from './channel-change-rules.service';

/** Stores a changed channel, and tells of it. */
@Injectable()
export class ChannelChanges {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly clientEvents: ChannelChangeEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
  ) {}

  /** Does nothing if the channel stays as it is. */
  @Raises('ChannelChanged')
  async settle({ actor, policy, before }: ChangeContext, after: Channel, action: AuditAction): Promise<void> {
    const difference = differenceOf(channelFacts(before), channelFacts(after));
    if (Object.keys(difference.after).length === 0) return;
    await this.channels.update(after);
    await this.clientEvents.tell(policy, before, after);
    const { organizationId } = before;
    const named = before.isArchived && !after.isArchived ? 'unarchived' : action;
    const channelId = before.id;
    this.audit.record({ organizationId, action: named, object: { type: 'channel', id: channelId }, ...difference });
    await this.events.raise('ChannelChanged', { organizationId, channelId, actorId: actor.userId, before, after });
  }
}
