import { checkGroupSettingChange, GroupSettingChange, groupSettingChangeSchema } from '@app/identity';
import { Flag, Integer, Json, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { TOPICS_POLICIES, TopicsPolicy } from '../records/channel';
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from '../records/channel-name';
import { retentionDays } from '../records/retention';

const SettingChange = (doc: string) =>
  Json({ doc, required: false, schema: groupSettingChangeSchema, check: checkGroupSettingChange });

const RetentionWord = () =>
  ValidateBy(
    { name: 'retention', validator: { validate: (text: string) => retentionDays(text) !== undefined } },
    { message: 'Invalid $V' },
  );

export class ChangeChannelRequest {
  @Text({ doc: 'The new name.', required: false, unchecked: true })
  new_name?: string;

  @Text({ doc: 'Markdown.', required: false, maxLength: MAX_CHANNEL_DESCRIPTION_LENGTH })
  description?: string;

  @Flag({ doc: 'Whether the channel is private.', required: false })
  is_private?: boolean;

  @Flag({ doc: 'Whether the channel can be read without an account.', required: false })
  is_web_public?: boolean;

  @Flag({ doc: 'Whether subscribers see what was sent before; absent: as `is_private` says.', required: false })
  history_public_to_subscribers?: boolean;

  @Flag({ doc: 'Whether new users are subscribed to the channel.', required: false })
  is_default_stream?: boolean;

  @Text({ doc: 'Days that messages are kept: a number, realm_default or unlimited.', required: false, isWord: true })
  @RetentionWord()
  message_retention_days?: string;

  @Word({ doc: 'Whether the empty topic is allowed.', oneOf: TOPICS_POLICIES, required: false })
  topics_policy?: TopicsPolicy;

  @Integer({ doc: 'Folder of the channel; null: none.', required: false, nullable: true })
  folder_id?: number | null;

  @Flag({ doc: 'False unarchives the channel; true does nothing.', required: false })
  is_archived?: boolean;

  @SettingChange('Who may subscribe others.')
  can_add_subscribers_group?: GroupSettingChange;

  @SettingChange('Who may administer the channel.')
  can_administer_channel_group?: GroupSettingChange;

  @SettingChange('Who may delete any message.')
  can_delete_any_message_group?: GroupSettingChange;

  @SettingChange('Who may delete messages of their own.')
  can_delete_own_message_group?: GroupSettingChange;

  @SettingChange('Who may move messages out of the channel.')
  can_move_messages_out_of_channel_group?: GroupSettingChange;

  @SettingChange('Who may move messages between topics.')
  can_move_messages_within_channel_group?: GroupSettingChange;

  @SettingChange('Who may unsubscribe others.')
  can_remove_subscribers_group?: GroupSettingChange;

  @SettingChange('Who may resolve topics.')
  can_resolve_topics_group?: GroupSettingChange;

  @SettingChange('Who may post.')
  can_send_message_group?: GroupSettingChange;

  @SettingChange('Who may subscribe, even if the channel is private.')
  can_subscribe_group?: GroupSettingChange;
}

export class ChannelAddressRequest {
  @Integer({
    doc: 'In whose name to write: oneself, an own bot or the notification bot; absent: oneself.',
    required: false,
  })
  sender_id?: number;
}

export class ChannelAddressResponse {
  @ApiProperty({ description: 'The same for ever' })
  email: string;
}
