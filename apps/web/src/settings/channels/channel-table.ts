import type { ChannelSetting } from '../../server/settings/channel-administration';
import { Control, RETENTION_DAYS } from '../table';

/** Privacy, web access and history are chosen as one. */
type Joined = 'is_private' | 'is_web_public' | 'history_public_to_subscribers';
/** Archiving has a button of its own. */
export type ChannelRowName = Exclude<ChannelSetting, Joined | 'is_archived'> | 'privacy';

export const PRIVACIES = {
  web_public: { is_private: false, is_web_public: true, history_public_to_subscribers: true },
  public: { is_private: false, is_web_public: false, history_public_to_subscribers: true },
  private: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  private_protected: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
} as const;
export type Privacy = keyof typeof PRIVACIES;

const GROUP: Control = { kind: 'group', of: 'stream' };

/** What a channel has, in the order of the page. A setting of the server without a row does not compile. */
export const CHANNEL: Readonly<Record<ChannelRowName, Control>> = {
  new_name: { kind: 'text', most: 60 },
  description: { kind: 'text', most: 1_024, isLong: true },
  folder_id: { kind: 'folder' },
  privacy: { kind: 'choice', values: Object.keys(PRIVACIES) },
  is_default_stream: { kind: 'switch' },
  topics_policy: {
    kind: 'choice',
    values: ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'],
  },
  message_retention_days: { kind: 'limit', unit: 'days', usual: RETENTION_DAYS, isInherited: true },
  can_send_message_group: GROUP,
  can_administer_channel_group: GROUP,
  can_subscribe_group: GROUP,
  can_add_subscribers_group: GROUP,
  can_remove_subscribers_group: GROUP,
  can_move_messages_within_channel_group: GROUP,
  can_move_messages_out_of_channel_group: GROUP,
  can_resolve_topics_group: GROUP,
  can_delete_own_message_group: GROUP,
  can_delete_any_message_group: GROUP,
};
