import { Workers } from '@app/platform';
import { setTimeout as delay } from 'node:timers/promises';
import type { Body } from '../support/person';
import type { Moment } from './event-paths';
import type { Message } from './facts';
import type { Model } from './model';
import type { Notice } from './notices';
import { Disagreement, Scene } from './scene';

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 10;
const WORKERS = ['push_calls', 'push_deliveries', 'push_removals'];

/** Resolves when the server has no pending notifications for the scene's users. */
export async function quiet(scene: Scene): Promise<void> {
  const of = (table: string, also = '') => `(SELECT count(*) FROM ${table} WHERE organization_id = $1 ${also})`;
  const tables = [of('push_due'), of('push_delivery'), of('push_recheck'), of('push_shown', 'AND is_over')];
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const [{ left }] = await scene.sql<{ left: string }>(`SELECT ${tables.join(' + ')} AS left`, [
      scene.organizationId,
    ]);
    if (Number(left) === 0) return;
    if (Date.now() > end)
      throw new Disagreement('notifications', 'everybody', `${left} are left`, 'none after a while');
    for (const name of WORKERS) scene.world.service(Workers).nudge(name);
    await delay(LOOK_AGAIN_MS);
  }
}

function tampered({ oracleServer }: Scene, notice: Notice): Notice {
  const text = JSON.stringify(notice);
  return JSON.parse(
    oracleServer.tamper('notification', { status: 200, text, body: JSON.parse(text) as Body }),
  ) as Notice;
}

/**
 * A user who is notified of a message can read it at the send or at some time before the notification, and so may know
 * all its secrets; a notification is required for a direct message that the user never reads.
 */
export async function checkNotices(scene: Scene, moments: readonly Moment[]): Promise<void> {
  await quiet(scene);
  const notices = scene.devices.notices.map((notice) => tampered(scene, notice));
  for (const notice of notices) checkNotice(scene, notice, moments);
  for (const { id: userId, name } of scene.people) {
    const told = new Set(notices.filter((one) => one.userId === userId).map(({ content }) => content.message_id));
    const missed = mustBeTold(scene, userId, moments).filter(({ id }) => !told.has(id));
    if (missed.length === 0) continue;
    throw new Disagreement(
      'notifications of direct messages',
      name,
      [...told],
      missed.map(({ id }) => id),
    );
  }
}

function checkNotice(scene: Scene, { userId, content, at }: Notice, moments: readonly Moment[]): void {
  const complain = (what: string, wanted: unknown): never => {
    throw new Disagreement(`notification ${what}`, scene.nameOf(userId), content, wanted);
  };
  if (content.user_id !== userId) complain('for somebody else', userId);
  if (content.type === 'remove') {
    const unheard = (content.message_ids as number[]).filter((id) => !scene.devices.wereTold(userId, id));
    if (unheard.length > 0) complain('that takes back what was never told', unheard);
    return;
  }
  const id = content.message_id as number;
  const models = modelsFrom(id, at, moments);
  const reads = (model: Model) => model.messages.has(id) && model.readsMessage(userId, model.messages.get(id)!);
  if (!models.some(reads)) complain('of a message not visible', id);
  const known = models.map((model) => model.secretsOf(userId));
  const leaked = scene.secrets.in(JSON.stringify(content)).filter((one) => !known.some((some) => some.has(one)));
  if (leaked.length > 0) complain('with a secret', leaked);
}

/** The models since a message was sent, until its notification. */
function modelsFrom(id: number, at: number, moments: readonly Moment[]): Model[] {
  const until = moments.filter(({ number }) => number <= at);
  const models = until.flatMap(({ before, after }) => [before, after]);
  return models.slice(models.findIndex(({ messages }) => messages.has(id)));
}

/** Unread direct messages from users who are not muted, sent while the user was active. */
function mustBeTold({ model, people }: Scene, userId: number, moments: readonly Moment[]): Message[] {
  const senders = new Set(people.map(({ id }) => id));
  return model.allMessages().filter(({ id, channelId, senderId, people: readers, past }) => {
    if (channelId !== null || senderId === userId || !senders.has(senderId) || !readers.has(userId)) return false;
    const sent = moments.findIndex(({ before, after }) => !before.messages.has(id) && after.messages.has(id));
    if (sent < 0 || past.length > 0) return false;
    const isWaiting = (one: Model) => {
      const { hasDevice, muted } = one.users.get(userId)!;
      return hasDevice && !muted.has(senderId) && one.messages.get(id)!.unread.has(userId);
    };
    return moments.slice(sent).every(({ after }) => isWaiting(after));
  });
}
