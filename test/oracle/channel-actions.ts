import type { Random } from '../support/fuzz/random';
import type { Parameters } from '../support/person';
import type { Step } from './actions';
import { ascending, expectAbsent } from './channel-paths';
import { Channel, GRANTS, Setting } from './facts';
import { Model } from './model';
import type { Actor } from './scene';

const MAX_CHANNELS = 8;

const PRIVACY = [
  { is_private: false, history_public_to_subscribers: true, is_web_public: false },
  { is_private: true, history_public_to_subscribers: true, is_web_public: false },
  { is_private: true, history_public_to_subscribers: false, is_web_public: false },
  { is_private: false, history_public_to_subscribers: true, is_web_public: true },
];

/** A value of a permission: a role, a group, or a few users and groups. */
export function anySetting(model: Model, random: Random): Setting {
  const groups = [...model.groups.values()].filter(
    ({ name, isDeactivated }) => !isDeactivated && name !== 'role:everyone' && name !== 'role:internet',
  );
  const named = groups.filter(({ name }) => !name.startsWith('role:members') && !name.startsWith('role:full'));
  if (random.chance(0.55)) return random.pick(random.chance(0.8) ? named : groups).id;
  const direct_members = random
    .shuffled([...model.users.keys()].filter((user) => !model.isStrange(user)))
    .slice(0, 1 + random.below(2));
  const direct_subgroups = random.chance(0.3) ? [random.pick(named).id] : [];
  return { direct_members, direct_subgroups };
}

export async function createChannel(step: Step): Promise<void> {
  const { scene, random, now } = step;
  if (now.channels.size >= MAX_CHANNELS) return;
  const who = step.anybody();
  const name = scene.secrets.next('chan');
  const { is_private, ...privacy } = random.pick(PRIVACY);
  const users = step.someOf(4);
  const settings = Object.fromEntries(
    GRANTS.filter(() => random.chance(0.35)).map((grant) => [grant, anySetting(now, random)]),
  );
  const isDefault = !is_private && now.isAdministrator(who.id) && random.chance(0.2);
  const wish = {
    invite_only: is_private,
    ...privacy,
    ...settings,
    is_default_stream: isDefault,
    announce: random.chance(0.3),
  };
  const description = `What ${name} is for`;
  const ids = users.map(({ id }) => id);
  const [path, parameters] = random.chance(0.5)
    ? ['channels/create', { name, description, subscribers: ids, ...wish }]
    : ['users/me/subscriptions', { subscriptions: [{ name, description }], principals: ids, ...wish }];
  const isOwner = now.users.get(who.id)!.role === 100;
  const may = !now.isGuest(who.id) && (!privacy.is_web_public || isOwner);
  if (!(await step.attempt(who, 'POST', path, parameters, may))) return;
  await scene.learnChannel(name, step.after, {
    isPrivate: is_private,
    isWebPublic: privacy.is_web_public,
    isShared: privacy.history_public_to_subscribers,
    isDefault,
  });
  const channel = [...step.after.channels.values()].find((one) => one.name === name)!;
  for (const { id } of users) step.after.subscribe(id, channel);
}

type Change = (step: Step, who: Actor, channel: Channel) => Promise<void>;

const rename: Change = async (step, who, channel) => {
  const name = step.scene.secrets.next('chan');
  if (!(await edit(step, who, channel, { new_name: name }, true))) return;
  const later = step.later(channel);
  later.name = name;
  later.names.add(name);
};

const changeGrant: Change = async (step, who, channel) => {
  const { now, random } = step;
  const grant = random.pick(GRANTS);
  const value = anySetting(now, random);
  const isSame = JSON.stringify(written(value)) === JSON.stringify(written(channel.grants[grant]));
  const may = isSame || grant === 'can_administer_channel_group' || now.readsContent(who.id, channel);
  if (await edit(step, who, channel, { [grant]: { new: value } }, may)) step.later(channel).grants[grant] = value;
};

const changePrivacy: Change = async (step, who, channel) => {
  const { now, random } = step;
  const wanted = random.pick(PRIVACY);
  const later = {
    isPrivate: wanted.is_private,
    isShared: wanted.history_public_to_subscribers,
    isWebPublic: wanted.is_web_public,
  };
  const isSame = later.isPrivate === channel.isPrivate && later.isShared === channel.isShared;
  const isPublished = later.isWebPublic && !channel.isWebPublic;
  const isOwner = now.users.get(who.id)!.role === 100;
  const isForModerators = !later.isPrivate && channel.id === now.moderationChannelId;
  const reaches = now.readsContent(who.id, channel) && (!isPublished || isOwner) && !isForModerators;
  const may =
    !(later.isPrivate && channel.isDefault) && ((isSame && later.isWebPublic === channel.isWebPublic) || reaches);
  if (await edit(step, who, channel, wanted, may)) Object.assign(step.later(channel), later);
};

const archive: Change = async (step, who, channel) => {
  const may = step.now.administers(who.id, channel) && !channel.isArchived;
  const path = (id: string) => `streams/${id}`;
  if (!step.now.seesMetadata(who.id, channel))
    return expectAbsent(step.scene, who, (id) => [who, 'DELETE', path(id)], channel.id);
  if (!(await step.attempt(who, 'DELETE', path(String(channel.id)), {}, may))) return;
  Object.assign(step.later(channel), { isArchived: true, isDefault: false });
  if (step.now.moderationChannelId === channel.id) step.after.moderationChannelId = null;
};

const unarchive: Change = async (step, who, channel) => {
  const may = channel.isArchived && !(channel.isPrivate && channel.subscribers.size === 0);
  if (await edit(step, who, channel, { is_archived: false }, may)) step.later(channel).isArchived = false;
};

const chooseDefault: Change = async (step, who, channel) => {
  const { now, random } = step;
  const method = random.chance(0.7) ? 'POST' : 'DELETE';
  const isPossible = !channel.isArchived && !channel.isPrivate && now.readsContent(who.id, channel);
  // Whether an archived channel has subscribers to remove is not a question of visibility.
  const may = method === 'POST' || !now.isAdministrator(who.id) ? now.isAdministrator(who.id) && isPossible : undefined;
  if (await step.attempt(who, method, 'default_streams', { stream_id: channel.id }, may))
    step.later(channel).isDefault = method === 'POST';
};

/** `may`: whether it must succeed for an administrator of the channel. */
async function edit(step: Step, who: Actor, channel: Channel, change: Parameters, may: boolean): Promise<boolean> {
  const { now, scene } = step;
  if (!now.seesMetadata(who.id, channel)) {
    step.story = `${who.name}: PATCH #${channel.name}, of which he knows nothing, ${JSON.stringify(change)}`;
    await expectAbsent(scene, who, (id) => [who, 'PATCH', `streams/${id}`, change], channel.id);
    return false;
  }
  const mayAtAll = now.administers(who.id, channel) && may;
  return (await step.attempt(who, 'PATCH', `streams/${channel.id}`, change, mayAtAll)) !== null;
}

const written = (setting: Setting): unknown =>
  typeof setting === 'number' ? setting : [ascending(setting.direct_members), ascending(setting.direct_subgroups)];

/** Users with the permission are chosen more often than at random. */
export async function changeChannel(step: Step): Promise<void> {
  const { now, random } = step;
  const channel = step.channel();
  const able = step.scene.active.filter(({ id }) => now.administers(id, channel));
  const who = random.chance(0.7) ? random.pick(able) : step.anybody();
  const change = random.pick([
    rename,
    changeGrant,
    changeGrant,
    changeGrant,
    changePrivacy,
    changePrivacy,
    archive,
    unarchive,
    chooseDefault,
  ]);
  await change(step, who, channel);
}
