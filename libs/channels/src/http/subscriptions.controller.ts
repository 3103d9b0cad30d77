import type { ChannelId } from '@app/kernel';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { SubscriptionListing } from '../app/subscription-listing.service';
import { SubscriptionSettingChanges } from '../app/subscription-settings.service';
import { Subscriptions } from '../app/subscriptions.service';
import { areWrittenTo } from '../domain/request-size';
import { principalsIn } from './principals.parameter';
import { SubscribeRequest, SubscribeResponse } from './subscribe.dto';
import {
  ListSubscriptionsRequest,
  ListSubscriptionsResponse,
  SettingChangesRequest,
  UnsubscribeRequest,
  UnsubscribeResponse,
} from './subscription.dto';
import { settingChange } from './subscription-property';
import { wishIn } from './wish';

@Controller('api/v1')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly listing: SubscriptionListing,
    private readonly settings: SubscriptionSettingChanges,
  ) {}

  @Operation('GET', 'users/me/subscriptions', {
    summary: "List one's subscriptions",
    section: 'reference identity-and-channels 10.4',
    tag: 'channels',
    request: ListSubscriptionsRequest,
    response: ListSubscriptionsResponse,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Parameters() request: ListSubscriptionsRequest,
  ): Promise<ListSubscriptionsResponse> {
    const withSubscribers = request.include_subscribers !== 'false';
    return { subscriptions: await this.listing.ownSubscriptions(actor, withSubscribers) };
  }

  @Operation('POST', 'users/me/subscriptions', {
    summary: 'Subscribe users to channels, and make those that do not exist',
    section: 'interface 1',
    tag: 'channels',
    request: SubscribeRequest,
    response: SubscribeResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async subscribe(@CurrentActor() actor: Actor, @Parameters() request: SubscribeRequest): Promise<SubscribeResponse> {
    const { subscribed, alreadySubscribed, unauthorized } = await this.subscriptions.subscribe(actor, {
      channels: request.subscriptions.map(({ name, description, color }) => ({
        name,
        description,
        color: color ?? null,
      })),
      principals: principalsIn(request.principals),
      authorizationErrorsAreFatal: request.authorization_errors_fatal,
      wish: wishIn(request),
    });
    return {
      subscribed: Object.fromEntries(subscribed),
      already_subscribed: Object.fromEntries(alreadySubscribed),
      ...(request.authorization_errors_fatal ? {} : { unauthorized }),
      ...(request.send_new_subscription_messages
        ? { new_subscription_messages_sent: areWrittenTo(subscribed.size) }
        : {}),
    };
  }

  @Operation('DELETE', 'users/me/subscriptions', {
    summary: 'Unsubscribe users from channels',
    section: 'reference identity-and-channels 10.2',
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
    section: 'interface 2',
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
}
