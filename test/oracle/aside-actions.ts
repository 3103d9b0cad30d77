import type { Step } from './actions';
import { expectAbsent } from './channel-paths';
import type { Aside } from './facts';
import type { Actor } from './scene';

/** So late that it is never sent. */
const LATER = 4_000_000_000;

const pathOf = ({ kind, id }: Pick<Aside, 'kind' | 'id'>): string => `${kind}/${id}`;

function remember({ after }: Step, aside: Aside): void {
  after.asides.set(pathOf(aside), aside);
}

/** The author deletes it; for other users it does not exist. */
async function throwAway(step: Step, who: Actor): Promise<void> {
  const aside = step.random.pick([...step.now.asides.values()]);
  const { kind, id, ownerId } = aside;
  if (ownerId !== who.id) {
    step.story = `${who.name}: throws away what is somebody else's, ${pathOf(aside)}`;
    return expectAbsent(step.scene, who, (one) => [who, 'DELETE', pathOf({ kind, id: one })], id);
  }
  await step.attempt(who, 'DELETE', pathOf(aside), {}, true);
  step.after.asides.delete(pathOf(aside));
}

/** What a user writes privately, until its deletion. */
export async function writeAside(step: Step): Promise<void> {
  const { now, scene, random } = step;
  const who = step.anybody();
  if (now.asides.size > 0 && random.chance(0.35)) return throwAway(step, who);
  const secret = scene.secrets.next('text');
  const kind = random.pick(['drafts', 'saved_snippets', 'scheduled_messages'] as const);
  const wishes = {
    drafts: { drafts: [{ type: 'private', to: [who.id], topic: '', content: secret }] },
    saved_snippets: { title: secret, content: secret },
    scheduled_messages: { type: 'direct', to: [who.id], content: secret, scheduled_delivery_timestamp: LATER },
  };
  const { body } = (await step.attempt(who, 'POST', kind, wishes[kind], true))!;
  const id = (body.saved_snippet_id ?? body.scheduled_message_id ?? (body.ids as number[])[0]) as number;
  remember(step, { id, kind, ownerId: who.id, secret });
}

/** About a readable message; the reminder shows the names that the user may know now. */
async function beReminded(step: Step): Promise<void> {
  const { now, scene, random } = step;
  const who = step.anybody();
  const messages = now.allMessages();
  if (messages.length === 0) return;
  const message = random.pick(messages);
  const secret = scene.secrets.next('text');
  const wish = { scheduled_delivery_timestamp: LATER, note: secret };
  if (!now.readsMessage(who.id, message)) {
    step.story = `${who.name}: wants to be reminded of ${message.id}, which he does not read`;
    return expectAbsent(
      scene,
      who,
      (id) => [who, 'POST', 'reminders', { ...wish, message_id: Number(id) }],
      message.id,
    );
  }
  const { body } = (await step.attempt(who, 'POST', 'reminders', { ...wish, message_id: message.id }, true))!;
  const id = body.reminder_id as number;
  const { reminders } = await scene.oracleServer.send(who, 'GET', 'reminders', {}).then((reply) => reply.body);
  const shown = (reminders as { reminder_id: number }[]).find(({ reminder_id }) => reminder_id === id);
  const others = scene.secrets.in(JSON.stringify(shown)).filter((one) => one !== secret);
  const known = now.secretsOf(who.id);
  step.after.said(
    who.id,
    others.filter((one) => known.has(one)),
  );
  remember(step, { id, kind: 'reminders', ownerId: who.id, secret });
}

async function pinView(step: Step): Promise<void> {
  const who = step.anybody();
  const secret = step.scene.secrets.next('text');
  const fragment = `narrow/search/${secret}`;
  const wish = { fragment, is_pinned: step.random.chance(0.5), name: secret };
  await step.attempt(who, 'POST', 'navigation_views', wish, true);
  remember(step, { id: fragment, kind: 'navigation_views', ownerId: who.id, secret });
}

/**
 * To the moderators, who read it with the reported message, wherever that was; the first time the owner sets the
 * channel.
 */
async function report(step: Step): Promise<void> {
  const { now, scene, random } = step;
  const [owner] = scene.people;
  if (now.moderationChannelId === null) {
    const channels = [...now.channels.values()].filter(({ isArchived }) => !isArchived);
    const channel = channels.find((one) => one.isPrivate) ?? channels.at(0);
    if (!channel) return;
    const { id, isPrivate } = channel;
    await step.attempt(owner, 'PATCH', 'realm', { moderation_request_channel_id: id }, isPrivate);
    if (isPrivate) step.after.moderationChannelId = id;
    return;
  }
  const messages = now.allMessages();
  if (messages.length === 0) return;
  const message = random.pick(messages);
  const who = step.anybody();
  const description = scene.secrets.next('text');
  const path = (id: number | string) => `messages/${id}/report`;
  const wish = { report_type: random.pick(['spam', 'other']), description };
  if (!now.readsMessage(who.id, message)) {
    step.story = `${who.name}: reports ${message.id}, which he does not read`;
    return expectAbsent(scene, who, (id) => [who, 'POST', path(id), wish], message.id);
  }
  await step.attempt(who, 'POST', path(message.id), wish, true);
  // The notice of it is unread for the user, unlike other notices that a user causes.
  step.who = null;
  step.after.reports.push({ messageId: message.id, reporterId: who.id, secret: description });
}

export async function lookAhead(step: Step): Promise<void> {
  await step.random.pick([beReminded, beReminded, pinView, report, report])(step);
}
