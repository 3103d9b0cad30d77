import type { UserId } from '@app/kernel';
import { Integer, Json, Objects, Text, Texts, Word } from '@app/platform';
import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { SubscriptionObject } from '../channels/channel-object.client-events';
import { ChannelDto } from '../channels/channel.dto';
import { GivenPrincipals, PrincipalsParameter } from '../subscriptions/principals.parameter';
import { SubscribeResponse, WantedChannelDto } from './subscribe.dto';

const Override = () =>
  ApiProperty({ type: 'boolean', nullable: true, description: "Null: as the user's settings say" });

/** A channel with the viewer's settings for it (docs/protocol/channels.md). */
export class SubscriptionDto extends ChannelDto implements SubscriptionObject {
  @ApiProperty({ pattern: '^#[0-9a-fA-F]{3,6}$' }) color: string;
  @ApiProperty() is_muted: boolean;
  @ApiProperty({ description: 'Older name of the opposite of is_muted' }) in_home_view: boolean;
  @ApiProperty() pin_to_top: boolean;
  @Override() desktop_notifications: boolean | null;
  @Override() audible_notifications: boolean | null;
  @Override() push_notifications: boolean | null;
  @Override() email_notifications: boolean | null;
  @Override() wildcard_mentions_notify: boolean | null;
  @ApiProperty({ required: false, type: 'array', items: { type: 'integer' }, description: 'Only on request' })
  subscribers?: readonly UserId[];
}

export class ListSubscriptionsRequest {
  @Word({
    doc: 'Whether to list the subscribers of each channel.',
    oneOf: ['true', 'false', 'partial'],
    required: false,
  })
  include_subscribers: 'true' | 'false' | 'partial' = 'false';
}

export class ListSubscriptionsResponse {
  @ApiProperty({ type: [SubscriptionDto] })
  subscriptions: SubscriptionDto[];
}

export class UnsubscribeRequest {
  @Texts({ doc: 'Names of channels.' })
  subscriptions: string[];

  @PrincipalsParameter({ doc: 'The users to unsubscribe: user ids or e-mail addresses; absent: oneself.' })
  principals: GivenPrincipals = [];
}

export class UnsubscribeResponse {
  @ApiProperty({ type: [String], description: 'One name for each user who was unsubscribed' })
  removed: readonly string[];

  @ApiProperty({ type: [String], description: 'One name for each user who was not subscribed' })
  not_removed: readonly string[];
}

export class ChangeSubscriptionsRequest {
  @Objects(() => WantedChannelDto, {
    doc: 'Channels to subscribe to; those that do not exist are made.',
    required: false,
  })
  add: WantedChannelDto[] = [];

  @Texts({ doc: 'Names of channels to leave.', required: false })
  delete: string[] = [];
}

export class ChangeSubscriptionsResponse extends IntersectionType(SubscribeResponse, UnsubscribeResponse) {}

export class IsSubscribedResponse {
  @ApiProperty() is_subscribed: boolean;
}

export class ChannelsOfUserResponse {
  @ApiProperty({ type: [Number], description: 'Ids of those that the caller sees.' }) subscribed_channel_ids: number[];
}

const Property = () => Text({ doc: 'What to set.' });
const Value = () =>
  Json({
    doc: 'A hex colour for `color`, else a boolean.',
    schema: { oneOf: [{ type: 'boolean' }, { type: 'string' }] },
    check: (value) =>
      typeof value === 'boolean' || typeof value === 'string' ? null : '$V is not a boolean or a string',
  });

export class SettingChangeDto {
  @Integer({ doc: 'The channel.' })
  stream_id: number;

  @Property()
  property: string;

  @Value()
  value: boolean | string;
}

export class SettingChangesRequest {
  @Objects(() => SettingChangeDto, { doc: 'The changes, in their order.' })
  subscription_data: SettingChangeDto[];
}

export class OneSettingChangeRequest {
  @Property()
  property: string;

  @Value()
  value: boolean | string;
}
