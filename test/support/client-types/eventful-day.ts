import { png, upload } from '../picture-uploads';
import type { Person } from '../person';
import type { FullOrganization } from './full-organization';

/** Performs every change of which Ana's clients receive events. */
export async function eventfulDay(full: FullOrganization): Promise<void> {
  const { world, ana, ben, publicChannel } = full;
  await withOneself(ana);
  await withPeople(world.owner, ben);
  await withGroups(world.owner, ana, ben);
  await withChannels(world.owner, ana, ben);
  await withMessages(ana, ben, publicChannel);
}

async function withOneself(ana: Person): Promise<void> {
  await ana.ok('POST', 'users/me/alert_words', { alert_words: ['oats'] });
  await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true, default_language: 'de', web_font_size_px: 18 });
  const { saved_snippet_id: snippet } = await ana.ok('POST', 'saved_snippets', { title: 'a', content: 'b' });
  await ana.ok('PATCH', `saved_snippets/${snippet as number}`, { title: 'c' });
  await ana.ok('DELETE', `saved_snippets/${snippet as number}`);
}

async function withPeople(owner: Person, ben: Person): Promise<void> {
  const account = { email: 'new@example.org', password: 'a long enough secret', full_name: 'New' };
  const { user_id } = await owner.ok('POST', 'users', account);
  await owner.ok('PATCH', `users/${user_id as number}`, { full_name: 'Newer', role: 300 });
  await owner.ok('DELETE', `users/${user_id as number}`);
  const { id: field } = await owner.ok('POST', 'realm/profile_fields', { name: 'shoes', field_type: 1 });
  await ben.ok('PATCH', 'users/me/profile_data', { data: [{ id: field, value: '42' }] });
  await ben.ok('PATCH', 'settings', { email_address_visibility: 1, timezone: 'Europe/Vienna' });
  await upload(ben, 'users/me/avatar', [await png()]);
  await upload(owner, 'realm/emoji/hello', [await png()]);
  await ben.ok('POST', 'users/me/status', { status_text: 'in', emoji_name: '' });
  await owner.ok('POST', 'users/me/presence', { status: 'active' });
  await ben.ok('POST', 'bots', { full_name: 'Other robot', short_name: 'other' });
}

async function withGroups(owner: Person, ana: Person, ben: Person): Promise<void> {
  const make = async (name: string, members: Person[]) =>
    (await owner.ok('POST', 'user_groups/create', { name, description: '', members: members.map(({ id }) => id) }))
      .group_id as number;
  const [outer, inner] = [await make('outer', [ana]), await make('inner', [ben])];
  await owner.ok('PATCH', `user_groups/${outer}`, { name: 'outermost', description: 'far' });
  await owner.ok('POST', `user_groups/${outer}/members`, { add: [ben.id], delete: [ana.id] });
  await owner.ok('POST', `user_groups/${outer}/subgroups`, { add: [inner] });
  await owner.ok('POST', `user_groups/${outer}/subgroups`, { delete: [inner] });
  await owner.ok('POST', `user_groups/${inner}/deactivate`);
}

async function withChannels(owner: Person, ana: Person, ben: Person): Promise<void> {
  const { channel_folder_id: folder } = await owner.ok('POST', 'channel_folders/create', { name: 'second' });
  await owner.ok('PATCH', `channel_folders/${folder as number}`, { description: 'Of *things*' });
  const { channel_folders: folders } = await owner.ok('GET', 'channel_folders');
  const order = (folders as { id: number }[]).map(({ id }) => id).reverse();
  await owner.ok('PATCH', 'channel_folders', { order });
  await owner.subscribe('fresh', { principals: [ana.id, ben.id, owner.id] });
  const id = await ana.channelId('fresh');
  await owner.ok('PATCH', `streams/${id}`, {
    new_name: 'fresher',
    description: 'new',
    topics_policy: 'disable_empty_topic',
    folder_id: folder,
    message_retention_days: 30,
    can_send_message_group: { new: { direct_members: [ana.id], direct_subgroups: [] } },
  });
  await owner.ok('PATCH', `streams/${id}`, { is_private: true, history_public_to_subscribers: true });
  const subscription_data = [
    { stream_id: id, property: 'is_muted', value: true },
    { stream_id: id, property: 'color', value: '#00ff00' },
  ];
  await ana.ok('POST', 'users/me/subscriptions/properties', { subscription_data });
  await ana.ok('POST', 'user_topics', { stream_id: id, topic: 'x', visibility_policy: 1 });
  await ana.ok('POST', `users/me/muted_users/${owner.id}`);
  await ana.ok('DELETE', `users/me/muted_users/${owner.id}`);
  await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['fresher'] });
  await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['fresher'] });
  await owner.subscribe('doomed', { principals: [ana.id] });
  await owner.ok('DELETE', `streams/${await owner.channelId('doomed')}`);
}

async function withMessages(ana: Person, ben: Person, plans: number): Promise<void> {
  const id = await ben.send(plans, 'roof', `@**all** oats`);
  const direct = await ben.sendTo([ana], '/me waves');
  const poll = await ben.send(plans, 'roof', '/poll Tea?\nyes\nno');
  const reaction = { emoji_name: 'tada' };
  await ben.ok('POST', `messages/${id}/reactions`, reaction);
  await ben.ok('DELETE', `messages/${id}/reactions`, reaction);
  await ben.ok('POST', 'submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
  });
  for (const op of ['add', 'remove'])
    for (const flag of ['read', 'starred'])
      await ana.ok('POST', 'messages/flags', { messages: [id, direct], op, flag });
  await ana.ok('POST', 'mark_all_as_read');
  await ben.ok('PATCH', `messages/${id}`, { content: '/me **oats**' });
  await ben.ok('PATCH', `messages/${id}`, { topic: 'wall #1', send_notification_to_old_thread: false });
  for (const op of ['start', 'stop']) {
    await ben.ok('POST', 'typing', { type: 'direct', op, to: [ana.id] });
    await ben.ok('POST', 'typing', { type: 'channel', op, stream_id: plans, topic: 'roof' });
  }
  for (const one of [id, direct]) await ben.ok('DELETE', `messages/${one}`);
}
