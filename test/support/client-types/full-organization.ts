import { setOf } from '../groups';
import { inSeconds } from '../later';
import { png, upload } from '../picture-uploads';
import type { Person } from '../person';
import type { World } from '../world';

/** Creates at least one of everything that a state can list, as the member sees it; returns the readers. */
export interface FullOrganization {
  world: World;
  ana: Person;
  ben: Person;
  gus: Person;
  publicChannel: number;
}

export async function fillOrganization(world: World): Promise<FullOrganization> {
  const { owner } = world;
  const [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
  const everybody = [ana.id, ben.id, gus.id, owner.id];
  await owner.ok('PATCH', 'realm', { enable_spectator_access: true });
  await aroundIt(world, ana);
  const { channel_folder_id: folder } = await owner.ok('POST', 'channel_folders/create', { name: 'folder' });
  await ana.subscribe(['plans', 'left', 'old'], { principals: everybody, folder_id: folder });
  await ben.subscribe('of ben');
  await owner.subscribe('town', { is_web_public: true, principals: [owner.id] });
  await ben.subscribe('closed', {
    invite_only: true,
    principals: [ana.id, ben.id],
    can_add_subscribers_group: setOf([ben]),
  });
  const plans = await ana.channelId('plans');
  await owner.ok('DELETE', `streams/${await ana.channelId('old')}`);
  await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['left'] });
  await somethingSaid(owner, ana, ben, plans);
  await thingsOfOnesOwn(ana, ben, gus, plans);
  return { world, ana, ben, gus, publicChannel: plans };
}

/** The objects of the organization. */
async function aroundIt(world: World, ana: Person): Promise<void> {
  const { owner } = world;
  const gone = await world.member('gone');
  await owner.ok('DELETE', `users/${gone.id}`);
  const { id: field } = await owner.ok('POST', 'realm/profile_fields', { name: 'town', field_type: 1 });
  await ana.ok('PATCH', 'users/me/profile_data', { data: [{ id: field, value: 'Vienna' }] });
  await upload(owner, 'realm/emoji/wave', [await png()]);
  await owner.ok('POST', 'realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' });
  await owner.ok('POST', 'realm/playgrounds', {
    name: 'Rust',
    pygments_language: 'Rust',
    url_template: 'https://play.example/?code={code}',
  });
  await owner.ok('POST', 'realm/domains', { domain: 'example.net', allow_subdomains: true });
  await owner.ok('POST', 'user_groups/create', { name: 'circle', description: 'round', members: [ana.id] });
  await owner.ok('PATCH', 'realm', { can_create_groups: { new: setOf([ana, owner]) } });
  await ana.ok('POST', 'bots', { full_name: 'Robot', short_name: 'robot' });
}

async function somethingSaid(owner: Person, ana: Person, ben: Person, plans: number): Promise<void> {
  await ben.send(plans, 'roof', `@**${ana.fullName}|${ana.id}** look`);
  await ben.send(plans, '', 'Without a topic');
  await ben.sendTo([ana], 'Hello');
  await ben.sendTo([ana, owner], 'Hello both');
  const starred = await ben.send(plans, 'roof', 'A star');
  await ana.ok('POST', 'messages/flags', { messages: [starred], op: 'add', flag: 'starred' });
  await ana.ok('POST', 'reminders', { message_id: starred, scheduled_delivery_timestamp: inSeconds(3_600) });
}

async function thingsOfOnesOwn(ana: Person, ben: Person, gus: Person, plans: number): Promise<void> {
  const at = inSeconds(3_600);
  await ana.ok('POST', 'user_topics', { stream_id: plans, topic: 'roof', visibility_policy: 1 });
  await ana.ok('POST', 'user_topics', { stream_id: plans, topic: '', visibility_policy: 3 });
  await ana.ok('POST', `users/me/muted_users/${gus.id}`);
  await ana.ok('POST', 'users/me/alert_words', { alert_words: ['roof'] });
  await ana.ok('POST', 'saved_snippets', { title: 'Sorry', content: 'I am late' });
  await ana.ok('POST', 'navigation_views', { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' });
  await ana.ok('POST', 'drafts', {
    drafts: [
      { type: 'stream', to: [plans], topic: 'roof', content: 'Almost' },
      { type: 'private', to: [ben.id], topic: '', content: 'Almost', timestamp: 1_595_479_019 },
    ],
  });
  const wish = { content: 'Later', scheduled_delivery_timestamp: at };
  await ana.ok('POST', 'scheduled_messages', { type: 'channel', to: plans, topic: 'roof', ...wish });
  await ana.ok('POST', 'scheduled_messages', { type: 'direct', to: [ben.id], ...wish });
  await ben.ok('POST', 'users/me/status', { status_text: 'out', emoji_name: 'car' });
  for (const person of [ana, ben]) await person.ok('POST', 'users/me/presence', { status: 'active' });
  // Without a relay no device can be registered.
  await ana.world.sql(
    `INSERT INTO push_device (organization_id, user_id, push_account_id, token_kind, public_key, error_code)
     SELECT organization_id, id, 5, 'fcm', sha256('a key'), 'REQUEST_EXPIRED' FROM user_account WHERE id = $1`,
    [ana.id],
  );
}
