import type { Random } from './fuzz/random';
import { upload } from './files';
import type { Parameters, Person } from './person';
import { png, upload as uploadPicture } from './picture-uploads';
import { TestDevice } from './push/test-device';

type Act = () => Promise<unknown>;

const TOPICS = ['one', 'two', ''];
const EMOJI = ['smile', 'tada', 'heart'];
const LATER_SECONDS = 86_400;

/** Channels in which messages change: public, private with shared history, private with protected history. */
export const MESSAGE_CHANNELS: readonly { readonly name: string; readonly settings: Parameters }[] = [
  { name: 'open', settings: {} },
  { name: 'shared', settings: { invite_only: true, history_public_to_subscribers: true } },
  { name: 'protected', settings: { invite_only: true, history_public_to_subscribers: false } },
];

/**
 * Changes of every kind of client state, except the channels and groups of `RandomChanges`: messages, flags, topics,
 * settings, profiles, and objects of one user or of the organization. Any of them may be refused.
 */
export class Changes {
  private count = 0;

  constructor(
    private readonly random: Random,
    /** The caller chooses the node of each user. The first user is an administrator. */
    private readonly people: () => readonly Person[],
    private readonly channelIds: readonly number[],
    private readonly relayKey: string,
  ) {}

  /** One change of messages or of another kind. */
  act(): Promise<unknown> {
    return this.random.pick(this.random.chance(0.6) ? this.ofMessages() : this.ofOtherThings())();
  }

  private ofMessages(): Act[] {
    const [keeper] = this.people();
    const person = this.pick(this.people());
    const other = this.pick(this.people().slice(1));
    const topic = this.pick(TOPICS);
    const channelId = this.pick(this.channelIds);
    const path = async () => `messages/${await this.messageOf(keeper)}`;
    const words = this.pick(['plain', '@**all** hear', `@_**${person.fullName}**`, `@**${person.fullName}** look`]);
    const flag = async (by: Person, parameters: Parameters) =>
      by.post('messages/flags', { messages: [await this.messageOf(by)], ...parameters });
    return [
      () => person.post('messages', { type: 'stream', to: channelId, topic, content: `${words} ${this.count++}` }),
      () => person.post('messages', { type: 'stream', to: channelId, topic, content: `${words} ${this.count++}` }),
      () => keeper.post('messages', { type: 'direct', to: [person.id], content: words }),
      async () => keeper.patch(await path(), { content: `${words} edited ${this.count++}` }),
      async () => keeper.patch(await path(), { topic, propagate_mode: this.pick(['change_one', 'change_all']) }),
      async () =>
        keeper.patch(await path(), { stream_id: channelId, propagate_mode: this.pick(['change_one', 'change_all']) }),
      async () => keeper.patch(await path(), { stream_id: channelId, topic, propagate_mode: 'change_later' }),
      async () => keeper.delete(await path()),
      async () => keeper.delete(await path()),
      () => keeper.post(`streams/${channelId}/delete_topic`, { topic_name: topic }),
      async () => person.post(`${await path()}/reactions`, { emoji_name: this.pick(EMOJI) }),
      () => flag(person, { op: this.pick(['add', 'remove']), flag: 'read' }),
      () => flag(person, { op: this.pick(['add', 'remove']), flag: 'starred' }),
      () => person.post('mark_all_as_read'),
      () => person.post('mark_stream_as_read', { stream_id: channelId }),
      () => person.post('mark_topic_as_read', { stream_id: channelId, topic_name: topic }),
      () => person.post('user_topics', { stream_id: channelId, topic, visibility_policy: this.random.below(4) }),
      () =>
        keeper.post('users/me/subscriptions', {
          subscriptions: [{ name: this.channelName() }],
          principals: [other.id],
        }),
      () => keeper.delete('users/me/subscriptions', { subscriptions: [this.channelName()], principals: [other.id] }),
    ];
  }

  private ofOtherThings(): Act[] {
    const [keeper] = this.people();
    const person = this.pick(this.people());
    const fresh = `${this.count++}-${this.random.below(1e6)}`;
    const at = Math.floor(Date.now() / 1000) + LATER_SECONDS;
    const first = async (by: Person, path: string, list: string, id: string): Promise<unknown> => {
      const things = (await by.get(path)).body[list] as Record<string, unknown>[] | undefined;
      return things?.[0]?.[id];
    };
    const removal = (by: Person, path: string, list: string, id: string) => async () =>
      by.delete(`${path}/${String(await first(by, path, list, id))}`);
    const draft = { type: 'stream', to: [this.channelIds[0]], topic: 'one', content: fresh };
    const later = { type: 'direct', to: [keeper.id], content: fresh, scheduled_delivery_timestamp: at };
    return [
      () =>
        person.patch('settings', {
          twenty_four_hour_time: this.random.chance(0.5),
          color_scheme: this.random.below(3) + 1,
        }),
      () => person.patch('settings', { enable_sounds: this.random.chance(0.5), full_name: `Name ${fresh}` }),
      () => person.post('users/me/status', { status_text: fresh, emoji_name: this.pick(EMOJI) }),
      () => person.post('drafts', { drafts: [draft] }),
      removal(person, 'drafts', 'drafts', 'id'),
      () => person.post('scheduled_messages', later),
      removal(person, 'scheduled_messages', 'scheduled_messages', 'scheduled_message_id'),
      async () =>
        person.post('reminders', { message_id: await this.messageOf(person), scheduled_delivery_timestamp: at }),
      () => person.post('saved_snippets', { title: fresh, content: fresh }),
      removal(person, 'saved_snippets', 'saved_snippets', 'id'),
      () => person.post('navigation_views', { fragment: `narrow/${fresh}`, is_pinned: true, name: fresh }),
      () => person.post('users/me/alert_words', { alert_words: [fresh] }),
      () => person.post(`users/me/muted_users/${keeper.id}`),
      () => person.delete(`users/me/muted_users/${keeper.id}`),
      () => upload(person, `${fresh}.txt`, fresh),
      removal(person, 'attachments', 'attachments', 'id'),
      async () => person.post('mobile_push/register', await this.device()),
      async () => uploadPicture(keeper, `realm/emoji/e${this.count++}`, [await png(16)]),
      () => keeper.post('realm/filters', { pattern: `${fresh}(?P<id>[0-9]+)`, url_template: 'https://t.example/{id}' }),
      removal(keeper, 'realm/linkifiers', 'linkifiers', 'id'),
      () => keeper.post('realm/domains', { domain: `d${fresh}.example.com`, allow_subdomains: true }),
      () =>
        keeper.post('realm/playgrounds', {
          name: fresh,
          pygments_language: 'Rust',
          url_template: 'https://p.example/?c={code}',
        }),
      () => keeper.post('realm/profile_fields', { name: `Field ${fresh}`.slice(0, 40), field_type: 1 }),
      async () => {
        const id = await first(person, 'realm/profile_fields', 'custom_fields', 'id');
        return person.patch('users/me/profile_data', { data: [{ id, value: fresh }] });
      },
      () => keeper.patch('realm', { name: `Org ${fresh}`.slice(0, 40) }),
      () => keeper.patch('realm', { message_content_edit_limit_seconds: 600 + this.random.below(600) }),
      () => keeper.patch('realm/user_settings_defaults', { enable_sounds: this.random.chance(0.5) }),
      () => keeper.patch(`users/${person.id}`, { full_name: `Called ${fresh}` }),
    ];
  }

  private channelName(): string {
    return this.pick(MESSAGE_CHANNELS).name;
  }

  /** One of the newest messages that the user can read. */
  private async messageOf(person: Person): Promise<number> {
    const narrow = this.random.chance(0.8) ? [['channel', this.pick(this.channelIds)]] : [];
    const parameters = { anchor: 'newest', num_before: 12, num_after: 0, narrow };
    const messages = ((await person.get('messages', parameters)).body.messages ?? []) as { id: number }[];
    return messages.length === 0 ? 1 : this.pick(messages).id;
  }

  private async device(): Promise<Parameters> {
    const device = await TestDevice.on(
      { kind: 'apns', token: 'c0ffee', appId: 'org.example' },
      BigInt(1 + this.random.below(1e9)),
    );
    return device.registration(this.relayKey);
  }

  private pick<T>(list: readonly T[]): T {
    return this.random.pick(list);
  }
}
