import type { Channel, Message, Version } from './facts';
import type { Model } from './model';
import type { VisibilityModel } from './visibility-model';

/** The target of a move; null: the same place. */
export interface Goal {
  channelId: number | null;
  topic: string | null;
  ofTopic: readonly string[];
}

/**
 * A message as its edit history shows it to a reader, oldest first: it omits moves from, to or within places that the
 * reader cannot see (docs/protocol/edits.md).
 */
export function shownVersions(model: VisibilityModel, user: number, message: Message): Version[] {
  const all = [...message.past, message];
  const sees = ({ channelId }: Version) =>
    channelId === null || model.seesMetadata(user, model.channels.get(channelId)!);
  const { channelId, topic, ofTopic, ofText } = message;
  let state: Version = { channelId, topic, ofTopic, ofText };
  const shown: Version[] = [];
  for (let at = all.length - 1; at > 0; at--) {
    const [before, after] = [all[at - 1], all[at]];
    const isMove = before.channelId !== after.channelId || before.topic !== after.topic;
    const showsMove = isMove && sees(before) && sees(after);
    const showsText = before.ofText !== after.ofText;
    if (!showsMove && !showsText) continue;
    shown.unshift(state);
    const text = showsText ? { ofText: before.ofText } : {};
    const place = showsMove ? { topic: before.topic, ofTopic: before.ofTopic } : {};
    state = { ...state, ...text, ...place };
  }
  return [state, ...shown];
}

/** Its versions stay in its history. */
export function rewrite(message: Message, change: Partial<Version>): void {
  const { channelId, topic, ofTopic, ofText } = message;
  message.past = [...message.past, { channelId, topic, ofTopic, ofText }];
  Object.assign(message, change);
}

/**
 * Users who were ever subscribed to the source, and are not subscribed to the target, lose the messages, and so do
 * users who
 * cannot read the target. Where no user could read them before, all get them as read (docs/protocol/edits.md).
 */
export function move(model: Model, messages: readonly Message[], { channelId, topic, ofTopic }: Goal): void {
  for (const message of messages) {
    const from = model.channels.get(message.channelId!)!;
    const to = model.channels.get(channelId ?? from.id)!;
    rewrite(message, { channelId: to.id, ...(topic === null ? {} : { topic, ofTopic }) });
    if (from.id === to.id) continue;
    for (const user of [...message.rows]) {
      if (to.subscribers.has(user)) continue;
      if (from.everSubscribed.has(user) || !wouldRead(model, user, to)) forget(user, message);
    }
    if (!to.isShared) to.subscribers.forEach((user) => message.rows.add(user));
  }
}

/** A deactivated user is treated as active, because of a possible reactivation. */
function wouldRead(model: Model, user: number, channel: Channel): boolean {
  const one = model.users.get(user);
  if (!one) return false;
  const { isActive } = one;
  one.isActive = true;
  const reads = model.readsContent(user, channel);
  one.isActive = isActive;
  return reads;
}

function forget(user: number, { rows, unread, starred, historical }: Message): void {
  for (const users of [rows, unread, starred, historical]) users.delete(user);
}

/** Files that no other message links to are deleted with them. */
export function remove(model: Model, messages: readonly Message[]): void {
  for (const { id, channelId } of messages) {
    model.messages.delete(id);
    model.hasLostDirect ||= channelId === null;
    for (const { path, messages: shown } of model.files.values())
      if (shown.delete(id) && shown.size === 0) model.files.delete(path);
  }
}

/** Those of a topic that the user can read, ascending. */
export const threadOf = (model: Model, user: number, channelId: number, topic: string): Message[] =>
  model
    .messagesOf(channelId)
    .filter((one) => one.topic.toLowerCase() === topic.toLowerCase() && model.readsMessage(user, one));

/**
 * Whether new messages by the user may come into the channel: in the organization of the oracle every reader may post.
 */
export const mayPost = (model: Model, user: number, channel: Channel): boolean =>
  !channel.isArchived && (channel.subscribers.has(user) || (model.readsContent(user, channel) && channel.isShared));

/** The users who get events of a message (docs/protocol/messages.md). */
export function isTold(model: Model, user: number, message: Message): boolean {
  const hasRow = message.rows.has(user);
  if (message.channelId === null) return hasRow;
  const channel = model.channels.get(message.channelId)!;
  const isIn = channel.subscribers.has(user);
  if (!channel.isPrivate) return isIn || (hasRow && !model.isGuest(user));
  return isIn && (channel.isShared || hasRow);
}
