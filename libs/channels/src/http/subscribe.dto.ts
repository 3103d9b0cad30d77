import { checkGroupSetting, GroupSetting, groupSettingSchema } from '@app/identity';
import { Flag, Integer, Json, Objects, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { TOPICS_POLICIES, TopicsPolicy } from '../domain/channel';
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from '../domain/channel-name';
import { retentionDays } from '../domain/retention';
import { GivenPrincipals, PrincipalsParameter } from './principals.parameter';

const GroupSettingParameter = (doc: string) =>
  Json({ doc, required: false, schema: groupSettingSchema as never, check: checkGroupSetting });

const RetentionWord = () =>
  ValidateBy(
    {
      name: 'retention',
      validator: { validate: (text: string) => text === 'null' || retentionDays(text) !== undefined },
    },
    { message: 'Invalid $V' },
  );

export class WantedChannelDto {
  @Text({ doc: 'Name of the channel, in any case.', unchecked: true })
  name: string;

  @Text({ doc: 'Markdown; for a new channel.', required: false, maxLength: MAX_CHANNEL_DESCRIPTION_LENGTH })
  description = '';

  @Text({ doc: 'Colour of a new subscription, such as #3b7dd8.', required: false })
  color?: string;
}

export class SubscribeRequest {
  @Objects(() => WantedChannelDto, { doc: 'The channels; those that do not exist are made.' })
  subscriptions: WantedChannelDto[];

  @PrincipalsParameter({ doc: 'Whom to subscribe: user ids or e-mail addresses; absent: oneself.' })
  principals: GivenPrincipals = [];

  @Flag({ doc: 'Whether a channel without access fails the whole request.', required: false })
  authorization_errors_fatal = true;

  @Flag({ doc: 'Announce new channels.', required: false })
  announce = false;

  @Flag({ doc: 'Write to those who are subscribed by others.', required: false })
  send_new_subscription_messages = true;

  @Flag({ doc: 'New channels are private.', required: false })
  invite_only = false;

  @Flag({ doc: 'New channels can be read without an account.', required: false })
  is_web_public = false;

  @Flag({ doc: 'New users are subscribed to the new channels.', required: false })
  is_default_stream = false;

  @Flag({ doc: 'New subscribers see what was sent before; absent: unless the channel is private.', required: false })
  history_public_to_subscribers?: boolean;

  @Text({ doc: 'Days that messages are kept: a number, realm_default or unlimited.', required: false })
  @RetentionWord()
  message_retention_days = 'realm_default';

  @Word({ doc: 'Whether the empty topic is allowed.', oneOf: TOPICS_POLICIES, required: false })
  topics_policy: TopicsPolicy = 'inherit';

  @Integer({ doc: 'Folder of the new channels.', required: false })
  folder_id?: number;

  @GroupSettingParameter('Who may subscribe others.')
  can_add_subscribers_group?: GroupSetting;

  @GroupSettingParameter('Who may unsubscribe others.')
  can_remove_subscribers_group?: GroupSetting;

  @GroupSettingParameter('Who may administer the channel; absent: whoever makes it.')
  can_administer_channel_group?: GroupSetting;

  @GroupSettingParameter('Who may delete any message.')
  can_delete_any_message_group?: GroupSetting;

  @GroupSettingParameter('Who may delete messages of their own.')
  can_delete_own_message_group?: GroupSetting;

  @GroupSettingParameter('Who may move messages out of the channel.')
  can_move_messages_out_of_channel_group?: GroupSetting;

  @GroupSettingParameter('Who may move messages between topics.')
  can_move_messages_within_channel_group?: GroupSetting;

  @GroupSettingParameter('Who may post.')
  can_send_message_group?: GroupSetting;

  @GroupSettingParameter('Who may subscribe, even if the channel is private.')
  can_subscribe_group?: GroupSetting;

  @GroupSettingParameter('Who may resolve topics.')
  can_resolve_topics_group?: GroupSetting;
}

const NamesByUser = (description: string) =>
  ApiProperty({ description, type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } });

export class SubscribeResponse {
  @NamesByUser('Names of channels by user id: what is new')
  subscribed: Record<string, readonly string[]>;

  @NamesByUser('Names of channels by user id: what was so already')
  already_subscribed: Record<string, readonly string[]>;

  @ApiProperty({ required: false, type: [String], description: 'Only if authorization errors are not fatal' })
  unauthorized?: readonly string[];

  @ApiProperty({ required: false, description: 'Only if messages were wanted' })
  new_subscription_messages_sent?: boolean;
}
