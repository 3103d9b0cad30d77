import { type UserId, single } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { isSamePrivacy } from '../records/privacy';
import { pairKey, SubscriptionRepository } from '../records/subscription.repository';
import { AudienceDifference, audienceWithout } from '../access/audience-difference';
import { Addressed, ChannelChangeClientEvents } from '../channels/channel-change.client-events';
import { ChannelObject } from '../channels/channel-object.client-events';
import { ChannelObjects, isProtected } from '../channels/channel-objects.service';
import { propertyChanges, settingsThatDiffer } from '../channels/channel-properties.client-events';
import { ChannelViewers, METADATA_SETTINGS } from '../access/channel-viewers.service';
import { DefaultChannels } from '../default-channels/default-channels.service';
import type { ChannelPolicy } from '../access/policies.service';
import { ChannelVisibilityEvents } from '../audience/channel-visibility-events.service';

/**
 * Tells clients about a changed channel. Users who see it before and after are told the changes. Users who begin to see
 * it are told that it exists, and users who cease to see it that it is gone (docs/protocol/events.md).
 */
@Injectable()
export class ChannelChangeEvents {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly viewers: ChannelViewers,
    private readonly objects: ChannelObjects,
    private readonly visibilityEvents: ChannelVisibilityEvents,
    private readonly defaults: DefaultChannels,
    private readonly clientEvents: ChannelChangeClientEvents,
  ) {}

  /** Called in the transaction of the change, after its writes. Runs a constant number of statements. */
  async tell(policy: ChannelPolicy, before: Channel, after: Channel): Promise<void> {
    const subscriberIds = (await this.rows.subscriberIdsOf([after.id])).get(after.id)!;
    const { both, gained, lost } = await this.unsubscribedViewers(policy, before, after, subscriberIds);
    const known: Addressed = {
      organizationId: policy.organization.id,
      audience: both,
      channelId: after.id,
      name: before.name,
      wasArchived: before.isArchived,
    };
    if (before.isArchived && !after.isArchived) await this.tellUnarchived(policy, known, after, subscriberIds);
    this.clientEvents.tellUpdated(known, propertyChanges(policy, before, after));
    if (before.historyPublicToSubscribers !== after.historyPublicToSubscribers)
      await this.tellFirstMessage(policy, known, after, subscriberIds);
    if (after.isArchived && !before.isArchived) this.clientEvents.tellArchived(known);
    await this.visibilityEvents.reveal(policy, [{ channel: after, userIds: gained }]);
    this.visibilityEvents.hide(policy, [{ channel: before, userIds: lost }]);
    if (before.isDefault !== after.isDefault) await this.defaults.tell(policy.organization.id);
  }

  private async unsubscribedViewers(
    policy: ChannelPolicy,
    before: Channel,
    after: Channel,
    subscriberIds: readonly UserId[],
  ): Promise<AudienceDifference> {
    const opening: readonly string[] = METADATA_SETTINGS;
    const isAsOpen =
      isSamePrivacy(before, after) && !settingsThatDiffer(before, after).some((name) => opening.includes(name));
    if (!isAsOpen) return this.viewers.difference(policy, before, after, subscriberIds);
    const both = (await this.viewers.audiences(policy, [after])).of(after, subscriberIds);
    return { both, gained: [], lost: [] };
  }

  /** To clients that do not know archived channels, the channel appears again, followed by its subscribers. */
  private async tellUnarchived(
    policy: ChannelPolicy,
    known: Addressed,
    channel: Channel,
    subscribers: readonly UserId[],
  ): Promise<void> {
    const object = await this.objectOf(policy, channel, subscribers);
    this.clientEvents.tellUnarchived(known, object);
    const received = await this.received(channel, subscribers);
    const settings = await this.rows.settings([channel.id], subscribers);
    const returning = settings.map(
      (row) => [row.userId, { ...row, firstMessageId: received.get(pairKey(row)) ?? null }] as const,
    );
    const others = audienceWithout(known.audience, subscribers);
    this.clientEvents.tellSubscribersBack(known, others, { ...object, subscribers }, new Map(returning));
  }

  /** The oldest message changes for a user whose readable history changed. */
  private async tellFirstMessage(
    policy: ChannelPolicy,
    known: Addressed,
    channel: Channel,
    subscriberIds: readonly UserId[],
  ): Promise<void> {
    const { first_message_id } = await this.objectOf(policy, channel, subscriberIds);
    const received = await this.received(channel, subscriberIds);
    const own = new Map<UserId, NonNullable<typeof first_message_id>>();
    for (const userId of subscriberIds) {
      const messageId = received.get(pairKey({ channelId: channel.id, userId }));
      if (messageId !== undefined) own.set(userId, messageId);
    }
    this.clientEvents.tellFirstMessage(known, first_message_id, own);
  }

  private async received(channel: Channel, subscriberIds: readonly UserId[]) {
    if (!isProtected(channel)) return new Map<string, never>();
    return this.objects.firstReceived(subscriberIds.map((userId) => ({ channelId: channel.id, userId })));
  }

  private async objectOf(
    policy: ChannelPolicy,
    channel: Channel,
    subscriberIds: readonly UserId[],
  ): Promise<ChannelObject> {
    return single(await this.objects.forAll(policy, [{ ...channel, subscriberCount: subscriberIds.length }]));
  }
}
