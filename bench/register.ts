import { createHash } from 'node:crypto';
import { countStatements } from './statements';
import { addUsers, Bench, BenchUser, call, median, report, startBench } from './support';

const USERS = 2_000;
const CHANNELS = 200;
/** Of one channel, on the average; the first one has everybody. */
const SUBSCRIBERS = 100;
const ROUNDS = 15;

type Parameters = Record<string, unknown>;

const TERMINAL_EVENTS = [
  ...['message', 'update_message', 'reaction', 'submessage', 'subscription', 'typing', 'update_message_flags'],
  ...['user_settings', 'realm_emoji', 'realm_user'],
];
const TERMINAL_STATE = [
  ...['realm', 'presence', 'subscription', 'message', 'starred_messages', 'update_message_flags', 'muted_topics'],
  ...['realm_user', 'realm_user_groups', 'user_settings', 'realm_emoji', 'custom_profile_fields', 'zulip_version'],
];

/** Each client's own parameters (reference: client-needs). */
const CLIENTS: Record<string, Parameters> = {
  'zulip-terminal, at its start': {
    event_types: TERMINAL_EVENTS,
    fetch_event_types: TERMINAL_STATE,
    client_gravatar: true,
    apply_markdown: true,
    include_subscribers: true,
    narrow: [],
  },
  'zulip-terminal, anew': {
    event_types: TERMINAL_EVENTS,
    client_gravatar: true,
    apply_markdown: true,
    include_subscribers: true,
    narrow: [],
  },
  'mobile app': {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: 'mobile',
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: true,
      stream_typing_notifications: true,
      user_settings_object: true,
      include_deactivated_groups: true,
      empty_topic_name: true,
      individual_emoji_changes: true,
    },
  },
  'Python bot, messages': { event_types: ['message'], narrow: [] },
  'zulip-js, messages': { event_types: ['message'] },
  'zulip-js, everything': { event_types: 'null' },
};

/** Channels with their subscribers, by SQL: what is measured is reading them. */
async function addChannels({ database }: Bench): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO channel (organization_id, name, name_key, description, rendered_description)
       SELECT (SELECT min(id) FROM organization), 'Channel ' || n, 'channel ' || n, 'About ' || n, '<p>About ' || n || '</p>'
       FROM generate_series(1, $1) n RETURNING id)
     INSERT INTO subscription (organization_id, user_id, channel_id, color)
     SELECT 1, 1, 1, '' FROM made WHERE false`,
    [CHANNELS],
  );
}

void createHash;
void addChannels;
void SUBSCRIBERS;
void USERS;
void ROUNDS;
void CLIENTS;
void countStatements;
void addUsers;
void call;
void median;
void report;
void startBench;
export type { BenchUser };
