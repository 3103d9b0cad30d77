import { idIn } from '@app/kernel';
import type { ChannelId } from '@app/kernel';
import { Actor, CurrentActor, Heavy, Operation, Parameters, ReplicaReads } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { SubscriptionListing } from '../subscriptions/subscription-listing.service';
import { SubscriptionSettingChanges } from '../subscriptions/subscription-settings.service';
import { Subscriptions } from './subscriptions.service';
import type { Subscribed } from './subscription-requests.service';
import { areWrittenTo } from '../subscriptions/request-size';
import { channelIdIn } from '../channels/channel-id.parameter';
import { NewChannelSettingsRequest } from '../creation/new-channel.dto';
import { principalsIn } from '../subscriptions/principals.parameter';
import { SubscribeRequest, SubscribeResponse, WantedChannelDto } from './subscribe.dto';
import {
  ChangeSubscriptionsRequest,
  ChangeSubscriptionsResponse,
  ChannelsOfUserResponse,
  IsSubscribedResponse,
  ListSubscriptionsRequest,
  ListSubscriptionsResponse,
  OneSettingChangeRequest,
  SettingChangesRequest,
  UnsubscribeRequest,
  UnsubscribeResponse,
} from './subscription.dto';
import { settingChange } from '../subscriptions/subscription-property.parameter';
import { newChannelFieldsIn } from '../creation/new-channel.http';

@Controller('api/v1')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly listing: SubscriptionListing,
    private readonly settings: SubscriptionSettingChanges,
    private readonly reads: ReplicaReads,
  ) {}

  @Heavy()
  @Operation('GET', 'users/me/subscriptions', {
    summary: "List one's subscriptions",
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    request: ListSubscriptionsRequest,
    response: ListSubscriptionsResponse,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Parameters() request: ListSubscriptionsRequest,
  ): Promise<ListSubscriptionsResponse> {
    const withSubscribers = request.include_subscribers !== 'false';
    const subscriptions = await this.reads.run(actor, () => this.listing.ownSubscriptions(actor, withSubscribers));
    return { subscriptions };
  }

  @Operation('POST', 'users/me/subscriptions', {
    summary: 'Subscribe users to channels, and make those that do not exist',
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    request: SubscribeRequest,
    response: SubscribeResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async subscribe(@CurrentActor() actor: Actor, @Parameters() request: SubscribeRequest): Promise<SubscribeResponse> {
    const done = await this.subscriptions.subscribe(actor, {
      channels: request.subscriptions.map(wantedChannel),
      principals: principalsIn(request.principals),
      authorizationErrorsAreFatal: request.authorization_errors_fatal,
      writesToSubscribed: request.send_new_subscription_messages,
      fields: newChannelFieldsIn(request),
    });
    return {
      ...subscribedNames(done),
      ...(request.authorization_errors_fatal ? {} : { unauthorized: done.unauthorized }),
      ...(request.send_new_subscription_messages
        ? { new_subscription_messages_sent: areWrittenTo(done.subscribed.size) }
        : {}),
    };
  }

  @Operation('PATCH', 'users/me/subscriptions', {
    summary: 'Subscribe to channels and leave others (older)',
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    request: ChangeSubscriptionsRequest,
    response: ChangeSubscriptionsResponse,
  })
  async changeBoth(
    @CurrentActor() actor: Actor,
    @Parameters() request: ChangeSubscriptionsRequest,
  ): Promise<ChangeSubscriptionsResponse> {
    const joining = {
      channels: request.add.map(wantedChannel),
      principals: [],
      authorizationErrorsAreFatal: true,
      writesToSubscribed: true,
      fields: newChannelFieldsIn(new NewChannelSettingsRequest()),
    };
    const { subscribed, unsubscribed } = await this.subscriptions.change(
      actor,
      request.add.length > 0 ? joining : null,
      request.delete.length > 0 ? { names: request.delete, principals: [] } : null,
    );
    return {
      ...subscribedNames(subscribed),
      new_subscription_messages_sent: true,
      removed: unsubscribed.removed,
      not_removed: unsubscribed.notRemoved,
    };
  }

  @Operation('DELETE', 'users/me/subscriptions', {
    summary: 'Unsubscribe users from channels',
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    request: UnsubscribeRequest,
    response: UnsubscribeResponse,
  })
  async unsubscribe(
    @CurrentActor() actor: Actor,
    @Parameters() request: UnsubscribeRequest,
  ): Promise<UnsubscribeResponse> {
    const principals = principalsIn(request.principals);
    const { removed, notRemoved } = await this.subscriptions.unsubscribe(actor, request.subscriptions, principals);
    return { removed, not_removed: notRemoved };
  }

  @Operation('POST', 'users/me/subscriptions/properties', {
    summary: "Change one's settings for channels",
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    request: SettingChangesRequest,
  })
  async change(@CurrentActor() actor: Actor, @Parameters() request: SettingChangesRequest): Promise<object> {
    const changes = request.subscription_data.map(({ stream_id, property, value }) => ({
      channelId: stream_id as ChannelId,
      ...settingChange(property, value),
    }));
    await this.settings.make(actor, changes);
    return {};
  }

  @Operation('PATCH', 'users/me/subscriptions/:stream_id', {
    summary: "Change one of one's settings for a channel",
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    request: OneSettingChangeRequest,
  })
  async changeOne(
    @CurrentActor() actor: Actor,
    @Param('stream_id') id: string,
    @Parameters() { property, value }: OneSettingChangeRequest,
  ): Promise<object> {
    await this.settings.make(actor, [{ channelId: channelIdIn(id), ...settingChange(property, value) }]);
    return {};
  }

  @Operation('GET', 'users/:user_id/subscriptions/:stream_id', {
    summary: 'Say whether a user is subscribed to a channel',
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    response: IsSubscribedResponse,
  })
  async isSubscribed(
    @CurrentActor() actor: Actor,
    @Param('user_id') userId: string,
    @Param('stream_id') id: string,
  ): Promise<IsSubscribedResponse> {
    return { is_subscribed: await this.listing.isSubscribed(actor, userIdIn(userId), channelIdIn(id)) };
  }

  @Operation('GET', 'users/:user_id/channels', {
    summary: 'List the channels of a user',
    section: 'docs/protocol/subscriptions.md',
    tag: 'channels',
    response: ChannelsOfUserResponse,
  })
  async channelsOf(@CurrentActor() actor: Actor, @Param('user_id') id: string): Promise<ChannelsOfUserResponse> {
    return { subscribed_channel_ids: await this.listing.channelIdsOf(actor, userIdIn(id)) };
  }
}

/** An invalid id becomes NaN, which no user has. */
const userIdIn = (path: string): number => idIn(path) ?? NaN;

const wantedChannel = ({ name, description, color }: WantedChannelDto) => ({ name, description, color: color ?? null });

const subscribedNames = ({ subscribed, alreadySubscribed }: Subscribed) => ({
  subscribed: Object.fromEntries(subscribed),
  already_subscribed: Object.fromEntries(alreadySubscribed),
});
