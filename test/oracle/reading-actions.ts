import type { Step } from './actions';
import { writeAside } from './aside-actions';
import { expectAbsent } from './channel-paths';
import type { Actor } from './scene';

/** A reaction adds a readable message to the personal history. */
async function react(step: Step): Promise<void> {
  const { now, random } = step;
  const messages = now.allMessages();
  if (messages.length === 0) return;
  const message = random.pick(messages);
  const able = step.scene.active.filter(({ id }) => now.readsMessage(id, message));
  const who = able.length > 0 && random.chance(0.8) ? random.pick(able) : step.anybody();
  const path = (id: number | string) => `messages/${id}/reactions`;
  const emoji = { emoji_name: 'tada' };
  if (!now.readsMessage(who.id, message)) {
    step.story = `${who.name}: reacts to ${message.id}, which he does not read`;
    return expectAbsent(step.scene, who, (id) => [who, 'POST', path(id), emoji], message.id);
  }
  const isFrozen = message.channelId !== null && now.channels.get(message.channelId)!.isArchived;
  const has = message.reactions.has(who.id);
  const method = has && random.chance(0.7) ? 'DELETE' : 'POST';
  if (!(await step.attempt(who, method, path(message.id), emoji, !isFrozen && has === (method === 'DELETE')))) return;
  const later = step.after.messages.get(message.id)!;
  if (method === 'DELETE') later.reactions.delete(who.id);
  else {
    later.reactions.add(who.id);
    step.after.keep(who.id, later);
  }
}

async function readAll(step: Step): Promise<void> {
  const who = step.anybody();
  await step.attempt(who, 'POST', 'mark_all_as_read', {}, true);
  for (const { unread } of step.after.messages.values()) unread.delete(who.id);
}

async function readTopic(step: Step): Promise<void> {
  const { now, random } = step;
  const who = step.anybody();
  const channel = step.channel();
  const topics = now.messagesOf(channel.id).map(({ topic }) => topic);
  if (topics.length === 0) return;
  const topic_name = random.pick(topics);
  if (!now.readsContent(who.id, channel)) return expectNoChannel(step, who, channel.id, topic_name);
  if (!(await step.attempt(who, 'POST', 'mark_topic_as_read', { stream_id: channel.id, topic_name }))) return;
  for (const { topic, unread } of step.after.messagesOf(channel.id))
    if (topic.toLowerCase() === topic_name.toLowerCase()) unread.delete(who.id);
}

async function expectNoChannel(step: Step, who: Actor, channelId: number, topic_name: string): Promise<void> {
  step.story = `${who.name}: marks a topic as read in ${channelId}, which he does not read`;
  await expectAbsent(
    step.scene,
    who,
    (id) => [who, 'POST', 'mark_topic_as_read', { stream_id: Number(id), topic_name }],
    channelId,
  );
}

/** Messages of the narrow become part of the personal history. */
async function starAll(step: Step): Promise<void> {
  const { now } = step;
  const who = step.anybody();
  const channel = step.channel();
  if (!now.readsContent(who.id, channel)) return;
  const narrow = [{ operator: 'channel', operand: channel.id }];
  const window = { anchor: 'newest', num_before: 1_000, num_after: 0, narrow };
  await step.attempt(who, 'POST', 'messages/flags/narrow', { ...window, op: 'add', flag: 'starred' }, true);
  for (const { id } of now.inChannels(who.id, [channel])) {
    const message = step.after.messages.get(id)!;
    step.after.keep(who.id, message);
    message.starred.add(who.id);
  }
}

export async function readOn(step: Step): Promise<void> {
  await step.random.pick([react, react, react, readAll, readTopic, starAll, writeAside, writeAside])(step);
}
