import { Config } from '@app/platform';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../domain/password';
import { SUPPORTED_PERMISSION_SETTINGS } from './permission-tables.client-events';

/** Where clients read which emoji there are. */
export const EMOJI_DATA_PATH = '/static/emoji-data.json';

/** How much of something there may be (reference: realtime-and-push.md 1.5), in the unit of the name, else code points. */
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
  max_file_upload_size_mib: 100,
  password_min_length: PASSWORD_MIN_LENGTH,
  password_max_length: PASSWORD_MAX_LENGTH,
  password_min_guesses: 0,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
};

/** What the server can do, whatever the organization. `startedAt` in UNIX seconds. */
export function serverFacts(config: Config, organizationUrl: string, startedAt: number): Record<string, unknown> {
  return {
    ...LIMITS,
    server_generation: startedAt,
    development_environment: false,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: config.webPublicChannels,
    // No operation changes names or pictures in this version, and nothing is fetched from elsewhere.
    server_avatar_changes_disabled: true,
    server_name_changes_disabled: true,
    server_inline_image_preview: false,
    server_inline_url_embed_preview: false,
    server_thumbnail_formats: [],
    server_emoji_data_url: `${organizationUrl}${EMOJI_DATA_PATH}`,
    server_jitsi_server_url: null,
    jitsi_server_url: null,
    server_can_summarize_topics: false,
    server_supported_permission_settings: SUPPORTED_PERMISSION_SETTINGS,
    settings_send_digest_emails: false,
    giphy_rating_options: { disabled: { name: 'No GIFs', id: 0 } },
    upgrade_text_for_wide_organization_logo: '',
  };
}
