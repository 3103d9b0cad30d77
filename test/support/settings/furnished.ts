import { png } from '../picture-uploads';
import { postForm, uploaded } from '../files';
import type { Person } from '../person';
import type { World } from '../world';

/** An organization in which every section of the settings has something to show. */
export interface Furnished {
  readonly world: World;
  readonly owner: Person;
  /** May not administer anything. */
  readonly member: Person;
  readonly guest: Person;
  /** What the owner has made, and all are subscribed to. */
  readonly channelId: number;
}

/** @param world just begun */
export async function furnish(world: World): Promise<Furnished> {
  const { owner } = world;
  const [member, guest] = [await world.member('mia'), await world.guest('gil')];
  await owner.subscribe('plans', { principals: [owner.id, member.id, guest.id] });
  const channelId = await owner.channelId('plans');
  for (const name of ['sales', 'support']) await owner.ok('POST', 'channel_folders/create', { name, description: '' });
  for (const name of ['cooks', 'bakers'])
    await owner.ok('POST', 'user_groups/create', { name, description: 'A group', members: [owner.id, member.id] });
  for (const [field_type, name] of [
    [1, 'Nickname'],
    [4, 'Birthday'],
    [6, 'Mentor'],
  ])
    await owner.ok('POST', 'realm/profile_fields', { field_type, name, hint: 'A hint' });
  const locked = { field_type: 1, name: 'Staff number', editable_by_user: false };
  await owner.ok('POST', 'realm/profile_fields', locked);
  await owner.ok('POST', 'default_streams', { stream_id: channelId });
  await owner.ok('POST', 'realm/filters', { pattern: 'case-(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  const playground = { name: 'Try it', pygments_language: 'Python', url_template: 'https://example.com/{code}' };
  await owner.ok('POST', 'realm/playgrounds', playground);
  await emoji(owner, 'bread');
  await owner.ok('POST', 'invites/multiuse', { invite_as: 400, stream_ids: [] });
  await owner.ok('POST', 'bots', { full_name: 'Clock', short_name: 'clock' });
  for (const person of [owner, member, guest]) await belongings(person, channelId);
  await member.ok('POST', 'bots', { full_name: 'Weather', short_name: 'weather' });
  await owner.ok('POST', `users/me/muted_users/${member.id}`);
  await member.ok('POST', `users/me/muted_users/${owner.id}`);
  await owner.subscribe('moderators', { invite_only: true });
  await owner.ok('PATCH', 'realm', { moderation_request_channel_id: await owner.channelId('moderators') });
  const offer = await member.send('plans', 'offers', 'Buy now');
  await owner.ok('POST', `messages/${offer}/report`, { report_type: 'spam', description: 'An advertisement' });
  return { world, owner, member, guest, channelId };
}

/** What each user has alone. */
export async function belongings(person: Person, channelId: number): Promise<void> {
  await person.ok('POST', 'users/me/alert_words', { alert_words: ['lunch'] });
  await person.ok('POST', 'user_topics', { stream_id: channelId, topic: 'tea', visibility_policy: 3 });
  await uploaded(person, 'notes.txt', 'some notes');
  const draft = { type: 'stream', to: [channelId], topic: 'tea', content: 'Not sent yet' };
  await person.ok('POST', 'drafts', { drafts: [draft] });
}

export async function emoji(person: Person, name: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([(await png(64)) as never], { type: 'image/png' }), 'emoji.png');
  const { status, body } = await postForm(person, `realm/emoji/${name}`, form);
  if (status !== 200) throw new Error(`The emoji was not taken: ${JSON.stringify(body)}`);
}
