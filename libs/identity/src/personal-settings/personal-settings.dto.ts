import { Flag, Integer, Json, Text, Word } from '@app/platform';
import { ValidateBy } from 'class-validator';
import type { PersonalSettingsPatch } from './personal-settings-changes.service';
import {
  DISPLAY_DEFAULTS,
  EMOJISET_CHOICES,
  NOTIFICATION_DEFAULTS,
  PersonalSettings,
  PRIVACY_DEFAULTS,
} from './personal-settings-defaults.client-events';
import { NOTIFICATION_SOUNDS } from './notification-sound';
import { EMAIL_VISIBILITY } from '../records/email-address';
import { LANGUAGES } from './language';
import { isTimeZone } from './time-zone';

const Switch = (doc: string) => Flag({ doc, required: false });
const Words = (doc: string, ...oneOf: string[]) => Word({ doc, required: false, oneOf });
const Size = (doc: string, min: number, max: number) => Integer({ doc, required: false, min, max });

/** One of the given numbers. */
const Choice = (doc: string, ...values: readonly number[]) =>
  Json({
    doc,
    required: false,
    schema: { type: 'integer', enum: [...values] },
    check: (value) => {
      if (!Number.isInteger(value)) return '$V is not an integer';
      return values.includes(value as number) ? null : 'Invalid $V: Value error, Not in the list of possible values';
    },
  });

const Known = (name: string, isKnown: (text: string) => boolean): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: isKnown } }, { message: 'Invalid $V' });

const WEEK_SECONDS = 7 * 86_400;

/** The settings that users choose for themselves, and organizations for their new users. */
export class PersonalSettingsRequest {
  @Choice('Colours: 1 like the system, 2 dark, 3 light.', 1, 2, 3) color_scheme?: number;
  @Choice('Inactive channels below: 1 where there are many, 2 always, 3 never.', 1, 2, 3)
  demote_inactive_streams?: number;
  @Switch('Show who reacted.') display_emoji_reaction_users?: boolean;
  @Words('Style of emoji.', ...EMOJISET_CHOICES.map(({ key }) => key)) emojiset?: string;
  @Switch('Drafts are the same in all clients.') enable_drafts_synchronization?: boolean;
  @Switch('The enter key sends.') enter_sends?: boolean;
  @Switch('Use the whole width.') fluid_layout_width?: boolean;
  @Switch('Offer nothing that uses AI.') hide_ai_features?: boolean;
  @Switch('High contrast.') high_contrast_mode?: boolean;
  @Switch('Users on the left in narrow windows.') left_side_userlist?: boolean;
  @Switch('Count starred messages.') starred_message_counts?: boolean;
  @Switch('`:)` in what one writes becomes an emoji.') translate_emoticons?: boolean;
  @Switch('Times with 24 hours.') twenty_four_hour_time?: boolean;
  @Choice('List of users: 1 compact, 2 with status, 3 with picture.', 1, 2, 3) user_list_style?: number;
  @Words('When pictures move.', 'always', 'on_hover', 'never') web_animate_image_previews?: string;
  @Choice('A channel opens with: 1 its newest topic, 2 itself, 3 its topics, 4 its first unread topic.', 1, 2, 3, 4)
  web_channel_default_view?: number;
  @Switch('The escape key leads home.') web_escape_navigates_to_home_view?: boolean;
  @Size('Size of text, in pixels.', 8, 48) web_font_size_px?: number;
  @Words('The view to start with.', 'recent_topics', 'inbox', 'all_messages') web_home_view?: string;
  @Switch('Folders in the inbox.') web_inbox_show_channel_folders?: boolean;
  @Switch('Folders in the sidebar.') web_left_sidebar_show_channel_folders?: boolean;
  @Switch('Sums of unread messages in the sidebar.') web_left_sidebar_unreads_count_summary?: boolean;
  @Size('Height of lines, in percent.', 80, 300) web_line_height_percent?: number;
  @Choice('Scrolling reads: 1 always, 2 in conversations only, 3 never.', 1, 2, 3)
  web_mark_read_on_scroll_policy?: number;
  @Switch('Go to what one has sent.') web_navigate_to_sent_message?: boolean;
  @Choice('Unread counts of channels: 1 all, 2 those not muted, 3 none.', 1, 2, 3)
  web_stream_unreads_count_display_policy?: number;
  @Switch('Offer to follow the time zone of the browser.') web_suggest_update_timezone?: boolean;

  @Choice('Follow topics: 1 one takes part in, 2 one sends to, 3 one begins, 4 never.', 1, 2, 3, 4)
  automatically_follow_topics_policy?: number;
  @Switch('Follow topics in which one is mentioned.') automatically_follow_topics_where_mentioned?: boolean;
  @Choice('Unmute topics in muted channels: 1 one takes part in, 2 one sends to, 3 one begins, 4 never.', 1, 2, 3, 4)
  automatically_unmute_topics_in_muted_streams_policy?: number;
  @Choice('Count on the icon: 1 all, 2 direct, mentions and followed, 3 direct and mentions, 4 none.', 1, 2, 3, 4)
  desktop_icon_count_display?: number;
  @Size('Seconds that mail of missed messages waits for more.', 1, WEEK_SECONDS)
  email_notifications_batching_period_seconds?: number;
  @Switch('Desktop notifications.') enable_desktop_notifications?: boolean;
  @Switch('Mail with a summary. Kept for the user: this server sends no such mail.') enable_digest_emails?: boolean;
  @Switch('Sound, in followed topics.') enable_followed_topic_audible_notifications?: boolean;
  @Switch('On the desktop, in followed topics.') enable_followed_topic_desktop_notifications?: boolean;
  @Switch('Mail, in followed topics.') enable_followed_topic_email_notifications?: boolean;
  @Switch('On the telephone, in followed topics.') enable_followed_topic_push_notifications?: boolean;
  @Switch('Wildcard mentions count, in followed topics.')
  enable_followed_topic_wildcard_mentions_notify?: boolean;
  @Switch('Mail about a new login.') enable_login_emails?: boolean;
  @Switch('Mail about the product. Kept for the user: this server sends no such mail.')
  enable_marketing_emails?: boolean;
  @Switch('Mail of missed direct messages and mentions.') enable_offline_email_notifications?: boolean;
  @Switch('On the telephone, while away.') enable_offline_push_notifications?: boolean;
  @Switch('On the telephone, while at the desk.') enable_online_push_notifications?: boolean;
  @Switch('Sounds.') enable_sounds?: boolean;
  @Switch('Sound, in channels.') enable_stream_audible_notifications?: boolean;
  @Switch('On the desktop, in channels.') enable_stream_desktop_notifications?: boolean;
  @Switch('Mail, in channels.') enable_stream_email_notifications?: boolean;
  @Switch('On the telephone, in channels.') enable_stream_push_notifications?: boolean;
  @Switch('Mail shows the message.') message_content_in_email_notifications?: boolean;
  @Words('Which sound.', ...NOTIFICATION_SOUNDS) notification_sound?: string;
  @Switch('Desktop notifications show direct messages.') pm_content_in_desktop_notifications?: boolean;
  @Switch('Others see whether one is there.') presence_enabled?: boolean;
  @Choice('Mail names the organization: 1 when needed, 2 always, 3 never.', 1, 2, 3)
  realm_name_in_email_notifications_policy?: number;
  @Words('Which notices of resolved topics are read.', 'always', 'except_followed', 'never')
  resolved_topic_notice_auto_read_policy?: string;
  @Switch('Wildcard mentions count.') wildcard_mentions_notify?: boolean;

  @Switch('Private data may be exported.') allow_private_data_export?: boolean;
  @Choice(
    'Who sees the real address: 1 all users, 2 members, 3 administrators, 4 no users, 5 moderators.',
    ...Object.values(EMAIL_VISIBILITY),
  )
  email_address_visibility?: number;
  @Switch('Show that others type.') receives_typing_notifications?: boolean;
  @Switch('Others see that one types, in direct messages.') send_private_typing_notifications?: boolean;
  @Switch('Others see what one has read.') send_read_receipts?: boolean;
  @Switch('Others see that one types, in channels.') send_stream_typing_notifications?: boolean;
}

/** The parameters of one account, which include its name, addresses and password. */
export class ChangePersonalSettingsRequest extends PersonalSettingsRequest {
  @Text({ doc: 'Tag of a language, such as `de`.', required: false, isWord: true })
  @Known('language', (tag) => LANGUAGES.has(tag))
  default_language?: string;

  @Text({ doc: 'IANA name, such as Europe/Berlin.', required: false, isWord: true })
  @Known('timezone', isTimeZone)
  timezone?: string;

  @Text({ doc: 'The name that others see; a blank one changes nothing.', required: false, maxLength: 1000 })
  full_name?: string;

  @Text({ doc: 'A new real address: a mail to it must be answered first.', required: false, maxLength: 254 })
  email?: string;

  @Text({ doc: 'The present password, for a new one.', required: false, maxLength: 1000 })
  old_password?: string;

  @Text({ doc: 'A new password, of 6 to 100 characters.', required: false, maxLength: 1000 })
  new_password?: string;
}

const SETTING_NAMES = Object.keys({
  ...DISPLAY_DEFAULTS,
  ...NOTIFICATION_DEFAULTS,
  ...PRIVACY_DEFAULTS,
}) as (keyof PersonalSettings)[];

/** The settings that the request contains. */
export function settingsIn(
  request: PersonalSettingsRequest & { timezone?: string; default_language?: string },
): Partial<PersonalSettings> {
  const given = SETTING_NAMES.filter((name) => request[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, request[name]]));
}

export function personalSettingsPatchIn(request: ChangePersonalSettingsRequest): PersonalSettingsPatch {
  const { full_name: fullName, email, old_password: oldPassword = '', new_password: newPassword } = request;
  return {
    settings: settingsIn(request),
    fullName,
    email,
    password: newPassword ? { old: oldPassword, wanted: newPassword } : undefined,
  };
}
