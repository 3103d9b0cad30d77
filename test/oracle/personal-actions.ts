import { png } from '../support/picture-uploads';
import type { Step } from './actions';
import { NEWCOMER, User } from './facts';
import { Disagreement } from './scene';

const MAX_BOTS = 4;

const somebody = (step: Step): User => step.now.users.get(step.random.pick(step.scene.people).id)!;

async function mute(step: Step): Promise<void> {
  const { now, after } = step;
  const who = step.anybody();
  const { id, isActive } = somebody(step);
  if (!isActive || !now.knows(who.id, id)) return;
  const { muted } = now.users.get(who.id)!;
  const wasMuted = muted.has(id);
  const method = wasMuted && step.random.chance(0.7) ? 'DELETE' : 'POST';
  const may = method === 'DELETE' || (id !== who.id && !wasMuted);
  if (!(await step.attempt(who, method, `users/me/muted_users/${id}`, {}, may))) return;
  if (method === 'POST') after.mute(who.id, id);
  else after.users.get(who.id)!.muted.delete(id);
}

async function appear(step: Step): Promise<void> {
  const who = step.anybody();
  await step.attempt(who, 'POST', 'users/me/presence', { status: 'active', ping_only: true }, true);
  step.after.users.get(who.id)!.isPresent = true;
}

/** A user's profile is readable for users who can see that user. */
async function describe(step: Step): Promise<void> {
  const { scene, after, random } = step;
  const who = step.anybody();
  const id = scene.mottoField;
  if (random.chance(0.25)) {
    await step.attempt(who, 'DELETE', 'users/me/profile_data', { data: [id] }, true);
    after.users.get(who.id)!.motto = null;
    return;
  }
  const value = scene.secrets.next('motto');
  await step.attempt(who, 'PATCH', 'users/me/profile_data', { data: [{ id, value }] }, true);
  after.users.get(who.id)!.motto = value;
}

/** An address that cannot be guessed, shown to users who can see the user. */
async function wearFace(step: Step): Promise<void> {
  const { scene, after } = step;
  const who = step.anybody();
  step.who = who;
  step.story = `${who.name}: has another picture`;
  const { status, body, text } = await scene.oracleServer.upload(who, 'users/me/avatar', 'face.png', await png(16));
  if (status !== 200) throw new Disagreement('POST users/me/avatar', who.name, text, 'success');
  const face = scene.secrets.next('face');
  scene.secrets.remember(/[\w-]{24}/.exec(String(body.avatar_url))![0], face);
  after.users.get(who.id)!.face = face;
}

/** All users see a bot; its key is for its owner and for administrators. */
async function makeBot(step: Step): Promise<void> {
  const { now, scene, after } = step;
  const bots = [...now.users.values()].filter(({ bot, isActive }) => bot !== null && isActive);
  const who = step.anybody();
  if (bots.length >= MAX_BOTS) return retireBot(step, step.random.pick(bots));
  const [name, email] = [scene.secrets.next('name'), scene.secrets.next('mail')];
  const wish = { full_name: name, short_name: email };
  const done = await step.attempt(who, 'POST', 'bots', wish, !now.isGuest(who.id));
  if (!done) return;
  const id = done.body.user_id as number;
  const key = scene.secrets.next('key');
  scene.secrets.remember(done.body.api_key as string, key);
  const bot = { ownerId: who.id, key };
  const lists = { said: new Set<string>(), muted: new Set<number>() };
  after.users.set(id, { ...NEWCOMER, ...lists, id, role: 400, name, email, emailVisibility: 1, bot });
}

async function retireBot(step: Step, bot: User): Promise<void> {
  const who = step.anybody();
  const may = step.now.managesBot(who.id, bot);
  if (await step.attempt(who, 'DELETE', `bots/${bot.id}`, {}, may)) step.after.users.get(bot.id)!.isActive = false;
}

/** An invitation is visible to its inviter and to administrators. */
async function invite(step: Step): Promise<void> {
  const { now, scene, after, random } = step;
  const who = step.anybody();
  const known = [...now.invitations].filter(([, invitation]) => now.seesInvitation(who.id, invitation));
  if (known.length > 0 && random.chance(0.4)) {
    const [id] = random.pick(known);
    await step.attempt(who, 'DELETE', `invites/${id}`, {}, !now.isGuest(who.id));
    after.invitations.delete(id);
    return;
  }
  const email = scene.secrets.next('mail');
  const wish = { invitee_emails: `${email}@example.org`, stream_ids: [] };
  if (!(await step.attempt(who, 'POST', 'invites', wish, !now.isGuest(who.id)))) return;
  const [{ id }] = await scene.sql<{ id: string }>('SELECT max(id) AS id FROM invitation WHERE organization_id = $1', [
    scene.organizationId,
  ]);
  after.invitations.set(Number(id), { inviterId: who.id, email });
}

export async function changeOwnThings(step: Step): Promise<void> {
  await step.random.pick([mute, mute, appear, describe, wearFace, makeBot, invite])(step);
}
