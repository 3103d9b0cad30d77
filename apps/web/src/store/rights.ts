import type { GroupSetting } from '@parley/client';
import { Conversation, narrowOf } from '../links/narrow';
import type { KnownChannel } from './channels';
import { nowSeconds } from './clock';
import { conversationKey, DirectConversation, directWith } from './conversations';
import type { KnownMessage } from './messages';
import type { Store } from './store';

/** `never`: another user, or a setting, decides; `late`: the time limit has passed. */
export type Right = 'allowed' | 'never' | 'late';

/** Whether the user, or another one, is in the group that a setting names, or in one of its subgroups. */
export function isPermitted(store: Store, setting: GroupSetting, userId = store.me): boolean {
  const seen = new Set<number>();
  const holds = (id: number): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    const group = store.people.groups.get(id);
    return group !== undefined && (group.members.includes(userId) || group.direct_subgroup_ids.some(holds));
  };
  if (typeof setting === 'number') return holds(setting);
  return setting.direct_members.includes(userId) || setting.direct_subgroups.some(holds);
}

/** The text of a message may be changed by its sender alone, whatever the role. */
export function mayEdit(store: Store, message: KnownMessage, now = nowSeconds()): Right {
  if (message.sender_id !== store.me || isArchived(store, message)) return 'never';
  if (!store.organization.get('realm_allow_message_editing') || isWidget(message)) return 'never';
  return inTime(message, store.organization.get('realm_message_content_edit_limit_seconds'), now);
}

export function mayDelete(store: Store, message: KnownMessage, now = nowSeconds()): Right {
  if (isArchived(store, message)) return 'never';
  const { organization } = store;
  const channel = channelOf(store, message);
  if (isPermitted(store, organization.get('realm_can_delete_any_message_group'))) return 'allowed';
  if (channel && isPermitted(store, channel.can_delete_any_message_group)) return 'allowed';
  const isOwn = [message.sender_id, store.people.users.get(message.sender_id)?.bot_owner_id].includes(store.me);
  const isSet =
    isPermitted(store, organization.get('realm_can_delete_own_message_group')) ||
    (channel !== undefined && isPermitted(store, channel.can_delete_own_message_group));
  if (!isOwn || !isSet) return 'never';
  return inTime(message, organization.get('realm_message_content_delete_limit_seconds'), now);
}

/** To another topic of the channel. */
export function mayRename(store: Store, message: KnownMessage, now = nowSeconds()): Right {
  const channel = channelOf(store, message);
  if (!channel || channel.is_archived || !mayRenameIn(store, channel)) return 'never';
  return inTime(message, limitOf(store, 'realm_move_messages_within_stream_limit_seconds'), now);
}

/** To another channel. */
export function mayMoveOut(store: Store, message: KnownMessage, now = nowSeconds()): Right {
  const channel = channelOf(store, message);
  if (!channel || channel.is_archived || !mayMoveOutOf(store, channel)) return 'never';
  return inTime(message, limitOf(store, 'realm_move_messages_between_streams_limit_seconds'), now);
}

export const mayMoveOutOf = (store: Store, channel: KnownChannel): boolean =>
  isPermitted(store, store.organization.get('realm_can_move_messages_between_channels_group')) ||
  isPermitted(store, channel.can_move_messages_out_of_channel_group);

export const mayRenameIn = (store: Store, channel: KnownChannel): boolean =>
  isPermitted(store, store.organization.get('realm_can_move_messages_between_topics_group')) ||
  isPermitted(store, channel.can_move_messages_within_channel_group);

/** Also whole topics. */
export const mayDeleteAnyIn = (store: Store, channel: KnownChannel): boolean =>
  !channel.is_archived &&
  (isPermitted(store, store.organization.get('realm_can_delete_any_message_group')) ||
    isPermitted(store, channel.can_delete_any_message_group));

export const mayResolveIn = (store: Store, channel: KnownChannel): boolean =>
  !channel.is_archived &&
  (isPermitted(store, store.organization.get('realm_can_resolve_topics_group')) ||
    isPermitted(store, channel.can_resolve_topics_group));

/** Conversations of channels that the user cannot see are left to the server. */
export function maySendTo(store: Store, conversation: Conversation): boolean {
  if (conversation.kind === 'direct') return mayWriteTo(store, conversation);
  const channel = store.channels.all.get(conversation.channelId);
  return channel === undefined || (!channel.is_archived && isPermitted(store, channel.can_send_message_group));
}

/** Users write to bots and to themselves freely. One participant in the group is enough, the user included. */
function mayWriteTo(store: Store, conversation: DirectConversation): boolean {
  const others = conversation.userIds.filter((id) => id !== store.me && !store.people.users.get(id)?.is_bot);
  if (others.length === 0) return true;
  const { organization } = store;
  const mayTalk = organization.get('realm_direct_message_permission_group');
  if (![store.me, ...others].some((id) => isPermitted(store, mayTalk, id))) return false;
  return isPermitted(store, organization.get('realm_direct_message_initiator_group')) || hasBegun(store, conversation);
}

function hasBegun(store: Store, conversation: DirectConversation): boolean {
  const key = conversationKey(conversation);
  const recent = store.lists.get('recent_private_conversations');
  return (
    recent.some(({ user_ids }) => conversationKey(directWith(user_ids, store.me)) === key) ||
    (store.windows.known(narrowOf(conversation))?.ids.value.length ?? 0) > 0
  );
}

/** So many users may be mentioned at once by every user. */
export const FEW = 15;

/** All users of a conversation at once. A channel that is not chosen yet may have many. */
export function mayMentionAll(store: Store, conversation: Conversation | null): boolean {
  if (conversation?.kind === 'direct' || mayMentionMany(store)) return true;
  const channel = conversation && store.channels.all.get(conversation.channelId);
  return channel ? channel.subscriber_count <= FEW : false;
}

/** All users who have written or reacted in a topic. Where the client does not have the whole topic, they may be many. */
export function mayMentionTopic(store: Store, conversation: Conversation | null): boolean {
  if (conversation?.kind === 'direct') return false;
  if (mayMentionMany(store)) return true;
  const channel = conversation && store.channels.all.get(conversation.channelId);
  const window = conversation && store.windows.known(narrowOf(conversation));
  if (!channel?.history_public_to_subscribers || !window?.hasOldest.value || !window.hasNewest.value) return false;
  const messages = window.ids.value.flatMap((id) => store.messages.all.get(id) ?? []);
  const partakers = messages.flatMap(({ sender_id, reactions }) => [
    sender_id,
    ...reactions.map(({ user_id }) => user_id),
  ]);
  return new Set(partakers).size <= FEW;
}

const mayMentionMany = (store: Store): boolean =>
  isPermitted(store, store.organization.get('realm_can_mention_many_users_group'));

/** What a channel is and who may do what in it. */
export const mayAdminister = (store: Store, channel: KnownChannel): boolean =>
  isAdministrator(store) || (!isGuest(store) && isPermitted(store, channel.can_administer_channel_group));

/** Administrators cannot read private channels without a subscription. */
export const mayReadContent = (store: Store, channel: KnownChannel): boolean =>
  channel.is_web_public ||
  channel.subscriptionState === 'subscribed' ||
  (!isGuest(store) &&
    (!channel.invite_only ||
      isPermitted(store, channel.can_subscribe_group) ||
      isPermitted(store, channel.can_add_subscribers_group)));

export const mayAddSubscribers = (store: Store, channel: KnownChannel): boolean =>
  !isGuest(store) &&
  mayReadContent(store, channel) &&
  (mayAdminister(store, channel) ||
    isPermitted(store, store.organization.get('realm_can_add_subscribers_group')) ||
    isPermitted(store, channel.can_add_subscribers_group));

export const mayRemoveSubscribers = (store: Store, channel: KnownChannel): boolean =>
  mayAdminister(store, channel) || (!isGuest(store) && isPermitted(store, channel.can_remove_subscribers_group));

/** Guests are subscribed by others. */
export const maySubscribe = (store: Store): boolean => !isGuest(store);

const isGuest = (store: Store): boolean => store.own?.is_guest === true;
const isAdministrator = (store: Store): boolean => store.own?.is_admin === true;

export const maySeeHistory = (store: Store, message: KnownMessage): boolean =>
  (message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined) &&
  store.organization.get('realm_message_edit_history_visibility_policy') !== 'none';

/** Moderators have no limit. */
function limitOf(
  store: Store,
  name: 'realm_move_messages_within_stream_limit_seconds' | 'realm_move_messages_between_streams_limit_seconds',
): number | null {
  const isModerator = (store.own?.role ?? 400) <= 300;
  return isModerator ? null : store.organization.get(name);
}

const inTime = ({ timestamp }: KnownMessage, limit: number | null, now: number): Right =>
  limit !== null && timestamp < now - limit ? 'late' : 'allowed';

const channelOf = (store: Store, message: KnownMessage): KnownChannel | undefined =>
  message.type === 'stream' ? store.channels.all.get(message.stream_id) : undefined;

const isArchived = (store: Store, message: KnownMessage): boolean => channelOf(store, message)?.is_archived === true;

const isWidget = ({ submessages }: KnownMessage): boolean => submessages.length > 0;
