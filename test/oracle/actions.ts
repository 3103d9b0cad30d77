import type { Random } from '../support/fuzz/random';
import { Parameters } from '../support/person';
import { changeChannel, createChannel } from './channel-actions';
import { expectAbsent } from './channel-paths';
import { upload } from './file-actions';
import { changeGroup } from './group-actions';
import type { Channel, Message } from './facts';
import type { Model } from './model';
import { changePerson } from './people-actions';
import { Actor, Disagreement, Method, Reply, Scene } from './scene';

/** A step in progress: its random choices, and the model after it. */
export class Step {
  readonly after: Model;
  story = 'nothing';
  /** The user of a request. */
  who: Actor | null = null;

  constructor(
    readonly scene: Scene,
    readonly random: Random,
  ) {
    this.after = scene.model.clone();
  }

  get now(): Model {
    return this.scene.model;
  }

  anybody = (): Actor => this.random.pick(this.scene.active);
  someOf = (most: number): Actor[] => this.random.shuffled(this.scene.active).slice(0, 1 + this.random.below(most));
  channel = (): Channel => this.random.pick([...this.now.channels.values()]);
  later = (channel: Channel): Channel => this.after.channels.get(channel.id)!;

  /** A request that changes something; `may`: whether it must succeed, if the model knows. */
  async attempt(
    who: Actor,
    method: Method,
    path: string,
    parameters: Parameters,
    may?: boolean,
  ): Promise<Reply | null> {
    this.story = `${who.name}: ${method} ${path} ${JSON.stringify(parameters)}`;
    this.who = who;
    const reply = await this.scene.ask(who, method, path, parameters);
    const isDone = reply.status === 200;
    if (may !== undefined && isDone !== may)
      throw new Disagreement(
        `${method} ${path} ${JSON.stringify(parameters)}`,
        who.name,
        reply.text,
        may ? 'allowed' : 'refused',
      );
    this.story += isDone ? '' : ` (refused: ${String(reply.body.msg)})`;
    return isDone ? reply : null;
  }
}

export type Action = (step: Step) => Promise<void>;

/** Links to a file, perhaps one that the sender cannot read. */
export function link({ now, random }: Step): string {
  const files = [...now.files.values()];
  return files.length > 0 && random.chance(0.3) ? ` [file](${random.pick(files).path})` : '';
}

async function send(step: Step): Promise<void> {
  const { random, now, scene } = step;
  const who = step.anybody();
  const channel = step.channel();
  const topics = now.messagesOf(channel.id).map(({ topic }) => topic);
  const topic = topics.length > 0 && random.chance(0.6) ? random.pick(topics) : scene.secrets.next('topic');
  const mention = random.chance(0.15) ? ` #**${step.channel().name}**` : random.chance(0.1) ? ' @**all**' : '';
  const content = `${scene.secrets.next('text')}${mention}${link(step)}`;
  const parameters = { type: 'stream', topic, content, read_by_sender: random.chance(0.3) };
  if (!now.seesMetadata(who.id, channel)) {
    step.story = `${who.name}: sends to #${channel.name}, of which he knows nothing`;
    await expectAbsent(scene, who, (to) => [who, 'POST', 'messages', { ...parameters, to: Number(to) }], channel.id);
    return;
  }
  const reads = channel.subscribers.has(who.id) || (now.readsContent(who.id, channel) && channel.isShared);
  const to = random.chance(0.5) ? channel.id : channel.name;
  await step.attempt(who, 'POST', 'messages', { ...parameters, to }, reads && !channel.isArchived);
}

async function sendDirectly(step: Step): Promise<void> {
  const { random, scene } = step;
  const content = `${scene.secrets.next('text')}${link(step)}`;
  const to = step.someOf(3).map(({ id }) => id);
  const parameters = { type: 'direct', to, content, read_by_sender: random.chance(0.3) };
  const who = step.anybody();
  await step.attempt(
    who,
    'POST',
    'messages',
    parameters,
    to.every((id) => step.now.knows(who.id, id)),
  );
}

async function subscribe(step: Step): Promise<void> {
  const { now, random } = step;
  const who = step.anybody();
  const channel = step.channel();
  const users = random.chance(0.6) ? [who] : step.someOf(3);
  const others = users.some(({ id }) => id !== who.id);
  const parameters = {
    subscriptions: [{ name: channel.name }],
    ...(others ? { principals: users.map(({ id }) => id) } : {}),
    send_new_subscription_messages: random.chance(0.5),
  };
  // The organization lets every member add others to readable channels.
  const may = !now.isGuest(who.id) && now.readsContent(who.id, channel);
  const done = await step.attempt(who, 'POST', 'users/me/subscriptions', parameters, may);
  if (done) for (const { id } of users) step.after.subscribe(id, step.later(channel));
}

async function unsubscribe(step: Step): Promise<void> {
  const { now, random } = step;
  const who = step.anybody();
  const channel = step.channel();
  const users = random.chance(0.6) ? [who] : step.someOf(3);
  const isOwn = users.every(({ id }) => id === who.id);
  const parameters = {
    subscriptions: [channel.name],
    ...(isOwn ? {} : { principals: users.map(({ id }) => id) }),
  };
  const sees = now.seesMetadata(who.id, channel);
  const may = isOwn ? sees : sees && !now.isGuest(who.id) && now.administers(who.id, channel);
  const done = await step.attempt(who, 'DELETE', 'users/me/subscriptions', parameters, may);
  if (done) for (const { id } of users) step.after.unsubscribe(id, step.later(channel));
}

async function changeFlag(step: Step): Promise<void> {
  const { random, now } = step;
  const who = step.anybody();
  const messages = random.shuffled(now.allMessages()).slice(0, 1 + random.below(4));
  if (messages.length === 0) return;
  const [flag, op] = random.pick([
    ['read', 'add'],
    ['read', 'remove'],
    ['starred', 'add'],
    ['starred', 'add'],
    ['starred', 'remove'],
    ['collapsed', 'add'],
  ] as const);
  const parameters = { messages: messages.map(({ id }) => id), flag, op };
  const isKnown = (message: Message) => now.readsMessage(who.id, message);
  const isOwn = (message: Message) => isKnown(message) || message.rows.has(who.id);
  const mustKnow = op === 'add' && flag !== 'read';
  const may = mustKnow ? messages.every(isKnown) : flag === 'read' && op === 'remove' ? messages.every(isOwn) : true;
  if (!(await step.attempt(who, 'POST', 'messages/flags', parameters, may))) return;
  for (const { id } of messages) changed(step.after, who.id, step.after.messages.get(id)!, `${op} ${flag}`);
}

function changed(model: Model, user: number, message: Message, change: string): void {
  if (change === 'add read') message.unread.delete(user);
  if (change === 'remove starred') message.starred.delete(user);
  if (change === 'add collapsed') model.keep(user, message);
  if (change === 'add starred') {
    model.keep(user, message);
    message.starred.add(user);
  }
  if (change === 'remove read' && model.receives(user, message)) {
    model.keep(user, message);
    message.unread.add(user);
  }
}

/** Policies are kept for ever, and so is the topic's name with them. */
async function sayOfTopic(step: Step): Promise<void> {
  const { now, random, scene } = step;
  const who = step.anybody();
  const channel = step.channel();
  const topic = random.pick([...now.messagesOf(channel.id).map((one) => one.topic), scene.secrets.next('topic')]);
  const parameters = { topic, visibility_policy: random.pick([0, 1, 2, 3]) };
  if (!now.readsContent(who.id, channel)) {
    step.story = `${who.name}: POST user_topics of #${channel.name}, which he does not read`;
    const ask = (id: string): [Actor, 'POST', string, Parameters] => [
      who,
      'POST',
      'user_topics',
      { ...parameters, stream_id: Number(id) },
    ];
    // A policy can be removed in every existing channel (docs/protocol/topics.md): its id alone is no secret then.
    if (parameters.visibility_policy !== 0) await expectAbsent(scene, who, ask, channel.id);
    return;
  }
  const may = !channel.isArchived || parameters.visibility_policy === 0;
  const done = await step.attempt(who, 'POST', 'user_topics', { ...parameters, stream_id: channel.id }, may);
  if (done) step.after.said(who.id, scene.secrets.in(topic));
}

/** The possible actions, with their relative frequency. */
export const ACTIONS: readonly (readonly [number, Action])[] = [
  [9, send],
  [4, sendDirectly],
  [7, subscribe],
  [5, unsubscribe],
  [4, createChannel],
  [5, changePerson],
  [5, changeFlag],
  [6, changeChannel],
  [5, changeGroup],
  [1, sayOfTopic],
  [2, upload],
];

export async function act(step: Step): Promise<void> {
  const total = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);
  let at = step.random.below(total);
  const [, action] = ACTIONS.find(([weight]) => (at -= weight) < 0)!;
  await action(step);
}
