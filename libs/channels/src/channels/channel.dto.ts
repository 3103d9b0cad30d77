import { GroupSetting, groupSettingSchema } from '@app/identity';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Flag, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { ChannelObject } from './channel-object.client-events';
import { TOPICS_POLICIES, TopicsPolicy } from '../records/channel';

const Id = () => ApiProperty({ type: 'integer' });
const NullableInteger = (description: string) => ApiProperty({ type: 'integer', nullable: true, description });
const Setting = (description: string) => ApiProperty({ ...groupSettingSchema, description });

/** The channel object of docs/protocol/channels.md. */
export class ChannelDto implements ChannelObject {
  @Id() stream_id: ChannelId;
  @ApiProperty() name: string;
  @ApiProperty() is_archived: boolean;
  @ApiProperty({ description: 'Markdown source' }) description: string;
  @ApiProperty({ description: 'HTML' }) rendered_description: string;
  @ApiProperty({ type: 'integer', description: 'UNIX seconds' }) date_created: number;
  @NullableInteger('Null: made by the server') creator_id: UserId | null;
  @ApiProperty({ description: 'Private' }) invite_only: boolean;
  @ApiProperty() is_web_public: boolean;
  @ApiProperty({ type: 'integer', enum: [1, 2, 3, 4], description: 'Deprecated: can_send_message_group' })
  stream_post_policy: number;
  @ApiProperty({ description: 'Deprecated' }) is_announcement_only: boolean;
  @NullableInteger('Null: as the organization says, -1: for ever') message_retention_days: number | null;
  @ApiProperty() history_public_to_subscribers: boolean;
  @ApiProperty({ enum: [...TOPICS_POLICIES] }) topics_policy: TopicsPolicy;
  @NullableInteger('The oldest message that may be known to the reader') first_message_id: MessageId | null;
  @NullableInteger('Null: in no folder') folder_id: number | null;
  @ApiProperty() is_recently_active: boolean;
  @NullableInteger('Messages a week; null: not counted') stream_weekly_traffic: number | null;
  @ApiProperty({ type: 'integer' }) subscriber_count: number;
  @Setting('Who may subscribe others') can_add_subscribers_group: GroupSetting;
  @Setting('Who may administer the channel') can_administer_channel_group: GroupSetting;
  @Setting('Who may delete any message') can_delete_any_message_group: GroupSetting;
  @Setting('Who may delete messages of their own') can_delete_own_message_group: GroupSetting;
  @Setting('Who may move messages out') can_move_messages_out_of_channel_group: GroupSetting;
  @Setting('Who may move messages between topics') can_move_messages_within_channel_group: GroupSetting;
  @Setting('Who may unsubscribe others') can_remove_subscribers_group: GroupSetting;
  @Setting('Who may resolve topics') can_resolve_topics_group: GroupSetting;
  @Setting('Who may post') can_send_message_group: GroupSetting;
  @Setting('Who may subscribe') can_subscribe_group: GroupSetting;
}

export class ListedChannelDto extends ChannelDto {
  @ApiProperty({ required: false, description: 'Only on request' }) is_default?: boolean;
}

export class ListChannelsRequest {
  @Flag({ doc: 'Public channels; nothing for guests.', required: false })
  include_public = true;

  @Flag({ doc: 'Web-public channels.', required: false })
  include_web_public = false;

  @Flag({ doc: 'Channels that one is subscribed to.', required: false })
  include_subscribed = true;

  @Flag({ doc: 'Leave out archived channels.', required: false })
  exclude_archived = true;

  @Flag({ doc: 'All channels whose metadata one may see.', required: false })
  include_all = false;

  @Flag({ doc: 'Say of each channel whether it is a default channel.', required: false })
  include_default = false;

  @Flag({ doc: "For bots: channels that the bot's owner is subscribed to.", required: false })
  include_owner_subscribed = false;

  @Flag({ doc: 'All channels whose content one may read.', required: false })
  include_can_access_content = false;

  @Flag({ doc: 'Deprecated: as `include_all`, for administrators.', required: false })
  include_all_active = false;
}

export class ListChannelsResponse {
  @ApiProperty({ type: [ListedChannelDto] })
  streams: ListedChannelDto[];
}

export class ShowChannelResponse {
  @ApiProperty({ type: ChannelDto })
  stream: ChannelDto;
}

export class ChannelIdRequest {
  @Text({ doc: 'Name of the channel, in any case.', maxLength: 1_000 })
  stream: string;
}

export class ChannelIdResponse {
  @Id() stream_id: number;
}

export class SubscribersResponse {
  @ApiProperty({ type: 'array', items: { type: 'integer' } })
  subscribers: number[];
}
