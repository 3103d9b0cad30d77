import { checkGroupSetting, GroupSetting, groupSettingSchema } from '@app/identity';
import { Flag, Integer, Integers, Json, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { TOPICS_POLICIES, TopicsPolicy } from '../records/channel';
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from '../records/channel-name';
import { retentionDays } from '../records/retention';

const GroupSettingParameter = (doc: string) =>
  Json({ doc, required: false, schema: groupSettingSchema, check: checkGroupSetting });

const RetentionWord = () =>
  ValidateBy(
    {
      name: 'retention',
      validator: { validate: (text: string) => text === 'null' || retentionDays(text) !== undefined },
    },
    { message: 'Invalid $V' },
  );

/** The settings of new channels in a request. */
export class NewChannelSettingsRequest {
  @Flag({ doc: 'Announce new channels.', required: false })
  announce = false;

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

  @GroupSettingParameter('Who may administer the channel; absent: the creator.')
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

export class CreateChannelRequest extends NewChannelSettingsRequest {
  @Text({ doc: 'Name of the channel.', unchecked: true })
  name: string;

  @Integers({ doc: 'Ids of the users to be subscribed; an empty list: no users.' })
  subscribers: number[];

  @Text({ doc: 'Markdown.', required: false, maxLength: MAX_CHANNEL_DESCRIPTION_LENGTH })
  description = '';
}

export class CreateChannelResponse {
  @ApiProperty({ type: 'integer' })
  id: number;
}
