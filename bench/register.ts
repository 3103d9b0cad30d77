import { BenchOrganization, Member, openOrganization } from './organization/open';
import { countStatements } from './statements';
import { call, median, quantile, report } from './support';

const WARMING = 3;
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
const TERMINAL = {
  event_types: TERMINAL_EVENTS,
  client_gravatar: true,
  apply_markdown: true,
  include_subscribers: true,
};
const MOBILE = {
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
};

/** Each client's own parameters (docs/protocol/conventions.md) and the user who registers. */
const CLIENTS: [client: string, who: keyof BenchOrganization['people'], parameters: Parameters][] = [
  ['zulip-terminal, at its start', 'ordinary', { ...TERMINAL, fetch_event_types: TERMINAL_STATE, narrow: [] }],
  ['zulip-terminal, after its queue is gone', 'ordinary', { ...TERMINAL, narrow: [] }],
  ['mobile app', 'ordinary', MOBILE],
  ['mobile app, of a user who stopped reading', 'stuck', MOBILE],
  ['mobile app, of a user after a long absence', 'absent', MOBILE],
  ['mobile app, of a user in every channel', 'wide', MOBILE],
  ['Python bot that hears messages', 'ordinary', { event_types: ['message'], narrow: [] }],
  ['zulip-js, everything', 'ordinary', { event_types: 'null' }],
];

const register = ({ bench }: BenchOrganization, member: Member, parameters: Parameters) =>
  call<{ queue_id: string }>(bench, member, 'POST', 'register', parameters);

/**
 * Registers repeatedly, as a client does that reconnects; each queue is deleted, so that none affects the next round.
 */
async function row(organization: BenchOrganization, client: string, member: Member, parameters: Parameters) {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    const began = performance.now();
    const state = await register(organization, member, parameters);
    if (round >= WARMING) times.push(performance.now() - began);
    bytes = Buffer.byteLength(JSON.stringify(state));
    await call(organization.bench, member, 'DELETE', 'events', { queue_id: state.queue_id });
  }
  return {
    client,
    statements: await countStatements(organization.bench, () => register(organization, member, parameters)),
    'ms, median': median(times).toFixed(0),
    'ms, slowest of 15': quantile(times, 1).toFixed(0),
    bytes,
  };
}

async function main(): Promise<void> {
  const organization = await openOrganization();
  const rows: Record<string, string | number>[] = [];
  for (const [client, who, parameters] of CLIENTS)
    rows.push(await row(organization, client, organization.people[who], parameters));
  report('register', 'POST /register in an organization of 2,000 users and 200 channels', rows);
  await organization.bench.stop();
}

void main();
