import type { Random } from './fuzz/random';
import type { Body, Parameters, Person } from './person';

type Act = () => Promise<unknown>;

/** Guest, member twice, moderator, administrator. */
const ROLES = [600, 400, 400, 300, 200];
const PRESETS: Parameters[] = [
  { is_private: false, history_public_to_subscribers: true },
  { is_private: true, history_public_to_subscribers: true },
  { is_private: true, history_public_to_subscribers: false },
];
const SETTINGS = [
  'can_subscribe_group',
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
];

/** All changes of a few channels, groups and folders, at random. */
export class RandomChanges {
  private channels: { id: number; name: string }[] = [];
  private groupIds: number[] = [];
  private folderIds: number[] = [];
  private systemIds: Record<string, number> = {};
  private count = 0;

  constructor(
    private readonly keeper: Person,
    private readonly people: readonly Person[],
    /** The user whose role changes. */
    private readonly climber: Person,
    private readonly random: Random,
  ) {}

  async prepare(): Promise<void> {
    const { keeper } = this;
    const groups = (await keeper.register({ fetch_event_types: ['realm_user_groups'] })).state.realm_user_groups;
    for (const { id, name } of groups as { id: number; name: string }[]) this.systemIds[name] = id;
    for (const parameters of [
      {},
      {},
      { invite_only: true },
      { invite_only: true, history_public_to_subscribers: true },
    ]) {
      const name = this.fresh('channel');
      await keeper.subscribe(name, parameters);
      this.channels.push({ id: await keeper.channelId(name), name });
    }
    for (let number = 0; number < 3; number++) {
      const group = { name: this.fresh('group'), description: '', members: this.some() };
      this.groupIds.push((await keeper.ok('POST', 'user_groups/create', group)).group_id as number);
      await keeper.ok('POST', 'channel_folders/create', { name: this.fresh('folder') });
    }
    const { channel_folders } = await keeper.ok('GET', 'channel_folders');
    this.folderIds = (channel_folders as { id: number }[]).map(({ id }) => id);
  }

  /** One change, which may be refused. */
  act(): Promise<unknown> {
    const { keeper } = this;
    const channel = this.pick(this.channels);
    const path = `streams/${channel.id}`;
    const group = this.pick(this.groupIds);
    const person = this.pick(this.people);
    const subscriptions = { subscriptions: [{ name: channel.name }] };
    const acts: Act[] = [
      () => this.rename(channel),
      () => keeper.patch(path, { description: this.fresh('words') }),
      () => keeper.patch(path, this.pick(PRESETS)),
      () => keeper.patch(path, this.pick(PRESETS)),
      () => keeper.patch(path, { [this.pick(SETTINGS)]: { new: this.setting() } }),
      () => keeper.patch(path, { [this.pick(SETTINGS)]: { new: this.setting() } }),
      () => keeper.patch(path, { folder_id: this.pick([...this.folderIds, null]) }),
      () => keeper.patch(path, { topics_policy: this.pick(['inherit', 'disable_empty_topic', 'allow_empty_topic']) }),
      () => keeper.patch(path, { message_retention_days: this.pick([30, '"realm_default"', '"unlimited"']) }),
      () => keeper.delete(path),
      () => keeper.patch(path, { is_archived: false }),
      () => keeper.patch(path, { is_archived: false }),
      () => keeper.post('default_streams', { stream_id: channel.id }),
      () => keeper.delete('default_streams', { stream_id: channel.id }),
      () => keeper.post('users/me/subscriptions', { ...subscriptions, principals: this.some() }),
      () => person.post('users/me/subscriptions', subscriptions),
      () => person.delete('users/me/subscriptions', { subscriptions: [channel.name] }),
      () => keeper.delete('users/me/subscriptions', { subscriptions: [channel.name], principals: this.some() }),
      () => keeper.post(`user_groups/${group}/members`, { add: [person.id] }),
      () => keeper.post(`user_groups/${group}/members`, { delete: [person.id] }),
      () => keeper.post(`user_groups/${group}/subgroups`, { add: [this.pick(this.groupIds)] }),
      () => keeper.post(`user_groups/${group}/subgroups`, { delete: [this.pick(this.groupIds)] }),
      () => keeper.patch(`user_groups/${group}`, { name: this.fresh('group'), description: this.fresh('words') }),
      () => keeper.patch(`user_groups/${group}`, { can_join_group: { new: this.setting() } }),
      () => keeper.post(`user_groups/${group}/deactivate`),
      () => keeper.patch(`user_groups/${group}`, { deactivated: false }),
      () => keeper.patch('realm', { can_add_subscribers_group: { new: this.setting() } }),
      () => keeper.patch('realm', { waiting_period_threshold: this.pick([0, 3]) }),
      () => keeper.patch(`channel_folders/${this.pick(this.folderIds)}`, { name: this.fresh('folder') }),
      () => keeper.patch('channel_folders', { order: this.pick([this.folderIds, this.folderIds.toReversed()]) }),
      () =>
        person.post('user_topics', {
          stream_id: channel.id,
          topic: this.pick(['a', 'b']),
          visibility_policy: this.random.below(4),
        }),
      () => person.post('messages', { type: 'stream', to: channel.id, topic: this.pick(['a', 'b']), content: 'x' }),
      () => keeper.patch(`users/${this.climber.id}`, { role: this.pick(ROLES) }),
    ];
    return this.pick(acts)();
  }

  private async rename(channel: { id: number; name: string }): Promise<Body> {
    const new_name = this.fresh('channel');
    const { status, body } = await this.keeper.patch(`streams/${channel.id}`, { new_name });
    if (status === 200) channel.name = new_name;
    return body;
  }

  private setting(): unknown {
    const named = { direct_members: this.some(), direct_subgroups: [] };
    const mixed = { direct_members: this.some(), direct_subgroups: [this.pick(this.groupIds)] };
    const roles = ['role:nobody', 'role:moderators', 'role:members', 'role:fullmembers'].map(
      (name) => this.systemIds[name],
    );
    return this.pick([named, mixed, this.pick(this.groupIds), this.pick(roles)]);
  }

  private fresh(what: string): string {
    return `${what} ${this.count++} ${this.random.below(1e9)}`;
  }

  private pick<T>(list: readonly T[]): T {
    return this.random.pick(list);
  }

  private some(): number[] {
    return this.people.filter(() => this.random.chance(0.35)).map(({ id }) => id);
  }
}
