import { KEPT_PUSH_ACCOUNT, KEPT_TOKEN, KEPT_VIEW, SOME_KEY } from './own-props';
import { codeOf } from '../second-factors';
import { KEPT_SECRET } from './factor-props';
import { KEPT_DOMAIN, KEPT_EMOJI } from './organization-props';
import { narrowFor } from './narrows';
import { PICTURE_WORD } from './wire-format';
import type { Random } from './random';
import { KEPT_REACTION } from './stage';
import type { Actor, Stage } from './stage';
import type { Schema, Target, TargetParameter } from './target';

export interface Context {
  stage: Stage;
  actor: Actor;
  random: Random;
  target: Target;
}

type Source = (context: Context) => unknown;

const removesReaction = ({ method, path }: Target): boolean => method === 'DELETE' && path.endsWith('/reactions');

/** Valid values, by the name of a parameter or field, where the schema alone does not give one. */
const BY_NAME: Record<string, Source> = {
  file: ({ stage, target }) => (target.path.endsWith('/users/import') ? peopleFile(stage) : PICTURE_WORD),
  action: ({ target }) => (target.path.endsWith('/explanations') ? 'invite' : 'created'),
  import_id: ({ stage }) => stage.props.importId,
  realm_id: ({ stage }) => stage.filePath[0],
  filename: ({ stage }) => stage.filePath.slice(1).join('/'),
  directory: ({ stage }) => stage.filePath[1],
  random: ({ stage }) => stage.filePath[2],
  attachment_id: ({ stage }) => stage.attachmentId,
  queue_id: ({ stage, actor }) => stage.queueOf(actor),
  last_event_id: () => -1,
  dont_block: () => true,
  event_types: ({ random }) => random.pick([['message'], ['subscription', 'stream'], ['realm_user', 'message']]),
  fetch_event_types: ({ random }) => random.pick([['message'], ['subscription', 'stream'], ['realm', 'realm_user']]),
  client_capabilities: () => ({ notification_settings_null: true, bulk_message_deletion: true }),
  idle_queue_timeout: () => 60,
  narrow: narrowFor,
  anchor: ({ random }) => random.pick(['newest', 'oldest', 'first_unread', '5']),
  num_before: ({ random }) => random.below(20),
  limit: ({ random }) => 1 + random.below(100),
  num_after: ({ random }) => random.below(20),
  message_ids: ({ stage }) => stage.openMessageIds,
  msg_ids: ({ stage }) => stage.openMessageIds,
  messages: ({ stage }) => stage.openMessageIds,
  op: ({ random, target }) => random.pick(target.path.endsWith('/typing') ? ['start', 'stop'] : ['add', 'remove']),
  flag: ({ random }) => random.pick(['read', 'starred', 'collapsed']),
  id: ({ stage, random, target }) =>
    target.path.endsWith('/typing') || target.method === 'PATCH'
      ? stage.ownersMessageId
      : random.pick(stage.openMessageIds),
  prev_content_sha256: ({ random }) => String(random.below(10)).repeat(64),
  type: ({ random }) => random.pick(['channel', 'stream']),
  to: ({ random, stage, target }) =>
    target.path.includes('scheduled') ? stage.generalId : random.pick(['general', '["general"]', `${stage.generalId}`]),
  scheduled_message_id: ({ stage }) => stage.props.scheduledMessageId,
  reminder_id: ({ stage }) => stage.props.reminderId,
  message_id: ({ stage, random }) => random.pick(stage.openMessageIds),
  note: () => 'do not forget',
  scheduled_delivery_timestamp: () => Math.floor(Date.now() / 1000) + 86_400,
  topic: () => 'greetings',
  topic_name: () => 'greetings',
  content: ({ target }) =>
    target.path.endsWith('/submessage') ? '{}' : 'Hello **you**, see #**general** and @**Mel Example**',
  local_id: ({ random }) => `12.${random.below(1e9)}`,
  msg_type: () => 'widget',
  widget_content: () => ({ widget_type: 'zform', extra_data: { type: 'choices', heading: 'Which?', choices: [] } }),
  stream: () => 'general',
  stream_id: channelFor,
  name: ({ random, target, stage }) =>
    target.path.includes('/user_uploads/')
      ? stage.filePath[3]
      : !target.path.endsWith('/create') && random.chance(0.5)
        ? 'general'
        : `room ${random.below(1e6)}`,
  new_name: ({ random }) => `room ${random.below(1e6)}`,
  color: () => '#3b7dd8',
  property: () => 'is_muted',
  value: ({ random }) => random.chance(0.5),
  principals: ({ stage, actor }) => [stage.people[actor === 'nobody' ? 'member' : actor].id],
  folder_id: ({ random, stage }) => random.pick([...stage.props.folderIds, null]),
  channel_folder_id: ({ random, stage }) => random.pick(stage.props.folderIds),
  order: ({ stage, target }) =>
    target.path.includes('profile_fields') ? [stage.props.profileFieldId] : stage.props.folderIds.toReversed(),
  user_group_id: ({ stage }) => stage.props.groupId,
  user_id: ({ stage, target }) => {
    if (target.name === 'DELETE /api/v1/users/{user_id}' || target.path.endsWith('/reactivate'))
      return stage.props.victimId;
    if (/\/(sessions|api_keys)\/\{/.test(target.path)) return stage.people.owner.id;
    return target.name.startsWith('POST') && target.path.includes('muted')
      ? stage.people.guest.id
      : stage.people.member.id;
  },
  members: ({ stage }) => [stage.people.member.id, stage.people.guest.id],
  subscribers: ({ stage }) => [stage.people.member.id, stage.people.guest.id],
  subgroups: ({ stage }) => [stage.props.looseGroupId],
  add: (context) => addition(context),
  delete: (context) => removal(context),
  add_subgroups: ({ stage }) => [stage.props.looseGroupId],
  delete_subgroups: ({ stage }) => [stage.props.innerGroupId],
  visibility_policy: ({ random }) => random.below(4),
  waiting_period_threshold: ({ random }) => random.below(10),
  message_retention_days: ({ random, target }) => {
    if (target.path.endsWith('/retention_preview')) return 30;
    return random.pick(target.path.endsWith('/realm') ? ['unlimited', 30] : ['realm_default', 'unlimited', '30']);
  },
  user: ({ stage, target }) => (target.method === 'PATCH' ? stage.props.victimId : stage.people.guest.id),
  user_ids: ({ stage }) => [stage.people.member.id, stage.people.guest.id],
  invitee_emails: ({ random }) => `guest.${random.below(1e9)}@example.net, ${random.below(1e9)}@example.net`,
  invite_id: ({ stage, target }) => (target.path.includes('multiuse') ? stage.props.linkId : stage.props.inviteId),
  invite_as: ({ random }) => random.pick([400, 600]),
  stream_ids: ({ stage }) => [stage.generalId],
  group_ids: ({ stage }) => [stage.props.groupId],
  invite_expires_in_minutes: ({ random }) => random.pick([1, 60, null]),
  new_email: ({ random }) => `other.${random.below(1e9)}@example.org`,
  role: ({ random, target }) =>
    target.path.endsWith('/group_links') ? random.pick(['member', 'guest']) : random.pick([300, 400, 600]),
  profile_data: () => [],
  email: ({ random }) => `new.${random.below(1e9)}@example.org`,
  username: ({ stage }) => stage.people.member.email,
  password: ({ stage }) => stage.password,
  provider_id: ({ stage }) => stage.props.providerId,
  link_id: ({ stage }) => stage.props.groupLinkId,
  external_group: ({ random }) => `engineers ${random.below(1e9)}`,
  channel_ids: ({ stage }) => [stage.generalId],
  makes_owners: () => false,
  kind: ({ target }) => (target.path.endsWith('/identity_providers') ? 'oidc' : 'totp'),
  slug: ({ random }) => `corp-${random.below(1e9)}`,
  login_domains: ({ stage }) => [{ domain: 'example.com', provider_id: stage.props.providerId, enforced: false }],
  issuer: () => 'https://login.example.org',
  icon: () => 'https://login.example.org/icon.png',
  code: () => codeOf(KEPT_SECRET),
  factor_id: ({ stage, target }) =>
    target.path.endsWith('/confirm') ? stage.props.pendingFactorId : stage.props.factorId,
  pattern: ({ random }) => `T${random.below(1e6)}-(?P<id>[0-9]+)`,
  url_template: ({ target }) =>
    target.path.includes('playgrounds') ? 'https://play.example.org/{code}' : 'https://tracker.example.org/{id}',
  filter_id: ({ stage, random }) => random.pick(stage.props.linkifierIds),
  ordered_linkifier_ids: ({ stage }) => stage.props.linkifierIds.toReversed(),
  emoji_name: ({ random, target }) => {
    if (removesReaction(target)) return KEPT_REACTION.emoji_name;
    if (target.path.endsWith('/status') || target.path.endsWith('/reactions')) return 'tada';
    return target.method === 'DELETE' ? KEPT_EMOJI : `emoji_${random.below(1e6)}`;
  },
  emoji_code: ({ target }) => (removesReaction(target) ? KEPT_REACTION.emoji_code : '1f389'),
  reaction_type: () => 'unicode_emoji',
  status_text: () => 'at lunch',
  alert_words: () => ['tea', 'coffee'],
  field_id: ({ stage }) => stage.props.profileFieldId,
  field_type: () => 1,
  field_data: () => ({ a: { text: 'Soup', order: '1' } }),
  data: ({ stage, target }) =>
    target.method === 'DELETE' ? [stage.props.profileFieldId] : [{ id: stage.props.profileFieldId, value: 'Here' }],
  last_update_id: () => -1,
  history_limit_days: () => 14,
  timezone: () => 'Europe/Berlin',
  default_language: () => 'de',
  old_password: ({ stage }) => stage.password,
  new_password: ({ stage }) => stage.password,
  web_font_size_px: ({ random }) => 12 + random.below(8),
  web_line_height_percent: ({ random }) => 100 + random.below(50),
  email_notifications_batching_period_seconds: ({ random }) => 60 + random.below(600),
  domain: ({ random, target }) => (target.method === 'POST' ? `d${random.below(1e6)}.example.com` : KEPT_DOMAIN),
  authentication_methods: () => ({ Email: true, Dev: true }),
  bot_id: ({ stage }) => stage.props.botId,
  bot_owner_id: ({ stage }) => stage.people.owner.id,
  bot_type: ({ random }) => random.pick([1, 2]),
  short_name: ({ random }) => `machine${random.below(1e9)}`,
  default_sending_stream: () => 'general',
  default_events_register_stream: () => 'general',
  session_id: ({ stage }) => stage.props.sessionId,
  key_id: ({ stage }) => stage.props.keyId,
  token_id: ({ stage }) => stage.props.scimTokenId,
  token: () => KEPT_TOKEN,
  appid: () => 'org.example.app',
  push_account_id: () => KEPT_PUSH_ACCOUNT,
  push_public_key: () => SOME_KEY,
  bouncer_public_key: () => SOME_KEY,
  encrypted_push_registration: () => 'c2VhbGVk',
  draft: (context) => draft(context),
  drafts: (context) => [draft(context)],
  draft_id: (context) => ownThing(context).draftId,
  saved_snippet_id: (context) => ownThing(context).snippetId,
  title: ({ random }) => `Text ${random.below(1e6)}`,
  fragment: ({ random, target }) => (target.method === 'POST' ? `view/${random.below(1e6)}` : KEPT_VIEW),
  pygments_language: ({ random }) => `lang${random.below(1e6)}`,
  playground_id: (context) => ownThing(context).playgroundId,
  report_id: (context) => ownThing(context).reportId,
  export_id: ({ stage }) => stage.props.exportId,
  onboarding_step: () => 'intro_inbox_view_modal',
  command: () => '/ping',
  report_type: ({ random }) => random.pick(['spam', 'norms']),
  full_name: ({ random }) => `New Number ${random.below(1e9)}`,
};

/** A file of people as they are. */
const peopleFile = ({ people }: Stage): string => `email,full_name,role\n${people.member.email},Mel Example,member\n`;

/** The channel with all users, or one without other uses; required targets stay unchanged. */
function channelFor({ stage, random, target }: Context): number {
  const isToBeFull = target.path.endsWith('/mark_topic_as_read');
  if (isToBeFull || target.path.includes('subscriptions') || target.name.startsWith('DELETE')) return stage.generalId;
  return random.pick([stage.generalId, ...stage.props.channelIds]);
}

function addition({ stage, target }: Context): unknown {
  if (target.path.endsWith('/subscriptions')) return [{ name: 'general' }];
  return target.path.endsWith('/subgroups') ? [stage.props.looseGroupId] : [stage.people.guest.id];
}

function removal({ stage, target }: Context): unknown {
  if (target.path.endsWith('/subscriptions')) return ['spare too'];
  return target.path.endsWith('/subgroups') ? [stage.props.innerGroupId] : [stage.people.member.id];
}

/** Anonymous clients have none of their own: without credentials they are refused. */
const ownThing = ({ stage, actor }: Context) =>
  stage.props.ownThings.get(stage.people[actor === 'nobody' ? 'member' : actor].id)!;

const draft = ({ stage, random }: Context) => ({
  type: random.pick(['', 'stream']),
  to: [stage.generalId],
  topic: 'later',
  content: 'Perhaps',
});

/** Moderators, or the owner only; where settings change, their new value. */
function groupSetting({ stage, random, target }: Context, name: string): unknown {
  const isOfSystem = name.includes('web_public') || name === 'can_access_all_users_group';
  const owner = { direct_members: [stage.people.owner.id], direct_subgroups: [] };
  const value = isOfSystem || random.chance(0.6) ? stage.props.moderatorsId : owner;
  if (target.method !== 'PATCH') return value;
  return random.chance(0.1) ? { new: value, old: stage.props.moderatorsId } : { new: value };
}

/** A valid value for a parameter, before it is written as text. */
export function sensibleValue(parameter: TargetParameter, context: Context): unknown {
  return valueOf(parameter.name, parameter.schema, context);
}

function valueOf(name: string, schema: Schema, context: Context): unknown {
  const source = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (source && !(name === 'name' && 'properties' in schema)) return source(context);
  if (/^(can|create|direct)_\w+_group$/.test(name)) return groupSetting(context, name);
  if (/_(stream|channel)_id$/.test(name)) return context.stage.generalId;
  const { random, stage } = context;
  const { enum: words, oneOf, type } = schema as { enum?: unknown[]; oneOf?: Schema[]; type?: string };
  if (words) return random.pick(words);
  if (oneOf) return valueOf(name, random.pick(oneOf), context);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer') return random.pick(stage.ids);
  if (type === 'array') return [valueOf(name, schema.items as Schema, context)];
  if (type === 'object') return objectOf(schema, context);
  return 'general';
}

function objectOf(schema: Schema, context: Context): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || context.random.chance(0.5));
  return Object.fromEntries(wanted.map(([name, one]) => [name, valueOf(name, one, context)]));
}
