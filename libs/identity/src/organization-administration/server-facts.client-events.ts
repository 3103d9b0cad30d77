import { emojiData } from '@app/markdown';
import { Config, THUMBNAIL_FORMATS } from '@app/platform';
import { createHash } from 'node:crypto';
import type { Organization } from '../records/organization';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_GUESSES, PASSWORD_MIN_LENGTH } from '../passwords/password';
import { PRESENCE_OFFLINE_SECONDS, PRESENCE_PING_SECONDS } from '../presence/presence';
import { GIPHY_RATINGS } from './organization-choices.client-events';
import { SUPPORTED_PERMISSION_SETTINGS } from '../permissions/permission-tables.client-events';

/** Changes whenever the emoji data changes. */
export const EMOJI_DATA_VERSION = createHash('sha256').update(JSON.stringify(emojiData())).digest('hex').slice(0, 20);

/** The path of the emoji data for clients. */
const EMOJI_DATA_PATH = `/static/emoji-data/${EMOJI_DATA_VERSION}.json`;

/** The limits of the server (docs/protocol/events.md), in the unit of the name, otherwise in code points. */
const LIMITS = {
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_topic_length: 60,
  max_message_length: 10_000,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_reminder_note_length: 1000,
  max_bulk_new_subscription_messages: 100,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  password_min_length: PASSWORD_MIN_LENGTH,
  password_max_length: PASSWORD_MAX_LENGTH,
  password_min_guesses: PASSWORD_MIN_GUESSES,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: PRESENCE_PING_SECONDS,
  server_presence_offline_threshold_seconds: PRESENCE_OFFLINE_SECONDS,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
};

/**
 * The properties of the server. Any node can serve any queue, and queues continue when nodes restart. So clients
 * receive a constant server generation: another one would make them register again.
 */
export function serverFacts(
  config: Config,
  { url, createdAt, settings }: Pick<Organization, 'url' | 'createdAt' | 'settings'>,
): Record<string, unknown> {
  return {
    ...LIMITS,
    server_generation: Math.floor(createdAt / 1000),
    development_environment: false,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: config.webPublicChannels,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_inline_image_preview: false,
    server_inline_url_embed_preview: true,
    max_file_upload_size_mib: config.maxUploadMib,
    server_thumbnail_formats: THUMBNAIL_FORMATS.map(({ name, maxWidth, maxHeight, isAnimated }) => ({
      name,
      max_width: maxWidth,
      max_height: maxHeight,
      format: 'webp',
      animated: isAnimated,
    })),
    server_emoji_data_url: `${url}${EMOJI_DATA_PATH}`,
    server_jitsi_server_url: config.jitsiServerUrl,
    jitsi_server_url: settings.jitsiServerUrl ?? config.jitsiServerUrl,
    server_can_summarize_topics: false,
    server_supported_permission_settings: SUPPORTED_PERMISSION_SETTINGS,
    settings_send_digest_emails: false,
    giphy_rating_options: GIPHY_RATINGS,
    upgrade_text_for_wide_organization_logo: '',
  };
}
