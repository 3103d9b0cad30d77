import { link, Step } from './actions';
import { expectAbsent } from './channel-paths';
import type { Channel, Message } from './facts';
import { Goal, mayPost, move, remove, rewrite, threadOf } from './model-changes';
import type { Actor } from './scene';

const RESOLVED = '✔ ';

const aMessage = (step: Step): Message | null => {
  const all = step.now.allMessages();
  return all.length > 0 ? step.random.pick(all) : null;
};

const ofSecond = (step: Step, { id }: Message): Message => step.after.messages.get(id)!;

const isFrozen = (step: Step, { channelId }: Message): boolean =>
  channelId !== null && step.now.channels.get(channelId)!.isArchived;

/** Users with the permission, more often than at random. */
function somebody(step: Step, fits: (user: number) => boolean): Actor {
  const able = step.scene.active.filter(({ id }) => fits(id));
  return able.length > 0 && step.random.chance(0.75) ? step.random.pick(able) : step.anybody();
}

/** For a user who cannot read it, the message does not exist. */
async function expectNone(step: Step, who: Actor, { id }: Message, method: 'PATCH' | 'DELETE', parameters = {}) {
  step.story = `${who.name}: ${method} messages/${id}, which he does not read, ${JSON.stringify(parameters)}`;
  await expectAbsent(step.scene, who, (one) => [who, method, `messages/${one}`, parameters], id);
}

/** A user who reads the message reads its earlier texts too. */
async function editText(step: Step): Promise<void> {
  const { now, random, scene } = step;
  const message = aMessage(step);
  if (!message) return;
  const who = somebody(step, (user) => user === message.senderId);
  const mention = random.chance(0.15) ? ` #**${step.channel().name}**` : '';
  const content = `${scene.secrets.next('text')}${mention}${link(step)}`;
  if (!now.readsMessage(who.id, message)) return expectNone(step, who, message, 'PATCH', { content });
  const may = who.id === message.senderId && !isFrozen(step, message);
  if (!(await step.attempt(who, 'PATCH', `messages/${message.id}`, { content }, may))) return;
  rewrite(ofSecond(step, message), { ofText: scene.secrets.in(content) });
  step.after.show(who.id, message.id, content);
}

async function relocate(step: Step): Promise<void> {
  const { now, random } = step;
  const messages = now.allMessages().filter(({ channelId }) => channelId !== null);
  if (messages.length === 0) return;
  const message = random.pick(messages);
  const from = now.channels.get(message.channelId!)!;
  const who = somebody(step, (user) => now.readsMessage(user, message));
  const to = random.chance(0.6) ? step.channel() : null;
  const topic = to && random.chance(0.5) ? null : anotherTopic(step, to ?? from, message.topic);
  const propagate_mode = random.pick(['change_one', 'change_later', 'change_all', 'change_all'] as const);
  const parameters = {
    ...(to ? { stream_id: to.id } : {}),
    ...(topic === null ? {} : { topic }),
    propagate_mode,
    send_notification_to_old_thread: random.chance(0.3),
    send_notification_to_new_thread: random.chance(0.5),
  };
  if (!now.readsMessage(who.id, message)) return expectNone(step, who, message, 'PATCH', parameters);
  const path = `messages/${message.id}`;
  if (to && !now.seesMetadata(who.id, to)) {
    step.story = `${who.name}: PATCH ${path} to a channel of which he knows nothing, ${JSON.stringify(parameters)}`;
    return expectAbsent(
      step.scene,
      who,
      (one) => [who, 'PATCH', path, { ...parameters, stream_id: Number(one) }],
      to.id,
    );
  }
  const goal = {
    channelId: to && to.id !== from.id ? to.id : null,
    topic: topic === message.topic ? null : topic,
    ofTopic: step.scene.secrets.in(topic ?? ''),
  };
  const may = !from.isArchived && (goal.channelId !== null || goal.topic !== null) && mayEnter(step, who, goal, to);
  if (!(await step.attempt(who, 'PATCH', path, parameters, may))) return;
  const moving = thread(step, who, message, propagate_mode).filter(
    (one) => goal.channelId !== null || one.topic !== goal.topic,
  );
  move(
    step.after,
    moving.map((one) => ofSecond(step, one)),
    goal,
  );
  followWishes(step, message, moving);
  await step.scene.forgetNotices(step.after);
}

/** Guests cannot move to other channels. */
const mayEnter = ({ now }: Step, { id }: Actor, goal: Goal, to: Channel | null): boolean =>
  goal.channelId === null || (!now.isGuest(id) && mayPost(now, id, to!));

function anotherTopic(step: Step, { id }: Channel, topic: string): string {
  const { now, random, scene } = step;
  if (random.chance(0.15)) return topic.startsWith(RESOLVED) ? topic.slice(RESOLVED.length) : RESOLVED + topic;
  const known = now.messagesOf(id).map((one) => one.topic);
  return known.length > 0 && random.chance(0.5) ? random.pick(known) : scene.secrets.next('topic');
}

function thread({ now }: Step, { id }: Actor, message: Message, mode: string): Message[] {
  if (mode === 'change_one') return [message];
  const all = threadOf(now, id, message.channelId!, message.topic);
  return mode === 'change_all' ? all : all.filter((one) => one.id >= message.id);
}

/** A policy for a topic moves with it for users who can read the target, and stays stored. */
function followWishes({ after }: Step, { ofTopic }: Message, moved: readonly Message[]): void {
  for (const { id, said } of after.users.values()) {
    if (!ofTopic.some((secret) => said.has(secret))) continue;
    const read = moved.map((one) => after.messages.get(one.id)!).filter((one) => after.readsMessage(id, one));
    after.said(
      id,
      read.flatMap((one) => [...one.ofTopic]),
    );
  }
}

/** Its sender, or an administrator who can read it. */
async function deleteMessage(step: Step): Promise<void> {
  const { now } = step;
  const message = aMessage(step);
  if (!message) return;
  const mayAny = (user: number) => user === message.senderId || now.isAdministrator(user);
  const who = somebody(step, (user) => mayAny(user) && now.readsMessage(user, message));
  if (!now.readsMessage(who.id, message)) return expectNone(step, who, message, 'DELETE');
  const may = mayAny(who.id) && !isFrozen(step, message);
  if (await step.attempt(who, 'DELETE', `messages/${message.id}`, {}, may)) remove(step.after, [message]);
}

/** The messages that the administrator can read. */
async function deleteTopic(step: Step): Promise<void> {
  const { now, random, scene } = step;
  const channel = step.channel();
  const topics = now.messagesOf(channel.id).map(({ topic }) => topic);
  const topic_name = topics.length > 0 ? random.pick(topics) : scene.secrets.next('topic');
  const who = somebody(step, (user) => now.isAdministrator(user) && now.readsContent(user, channel));
  const path = (id: number | string) => `streams/${id}/delete_topic`;
  if (!now.readsContent(who.id, channel)) {
    step.story = `${who.name}: deletes a topic of #${channel.name}, which he does not read`;
    return expectAbsent(scene, who, (id) => [who, 'POST', path(id), { topic_name }], channel.id);
  }
  const may = now.isAdministrator(who.id) && !channel.isArchived;
  if (await step.attempt(who, 'POST', path(channel.id), { topic_name }, may))
    remove(step.after, threadOf(now, who.id, channel.id, topic_name));
}

export async function changeMessages(step: Step): Promise<void> {
  const actions = [editText, editText, relocate, relocate, relocate, relocate, deleteMessage, deleteTopic];
  await step.random.pick(actions)(step);
}
