import type { Step } from './actions';
import type { User } from './facts';
import type { Actor } from './scene';

const MAX_WHO_LEFT = 2;

/** There is always one owner. Guests do not become administrators directly. */
async function changeRole(step: Step): Promise<void> {
  const { random, now } = step;
  const who = step.anybody();
  const { id, role: from } = aMember(step);
  const role = random.pick(from === 600 ? [200, 300, 400, 600] : [200, 300, 400, 400, 600, 600]);
  const may = now.isAdministrator(who.id) && !(from === 600 && role === 200);
  if (!(await step.attempt(who, 'PATCH', `users/${id}`, { role }, may))) return;
  step.after.users.get(id)!.role = role;
  // A bot may have no more permissions than its owner.
  for (const one of step.after.users.values())
    if (one.isActive && one.bot?.ownerId === id) one.role = Math.max(one.role, role);
  // All were invited as members, and guests may not invite.
  if (role === 600) step.after.forgetInvitationsOf(id);
}

async function hideAddress(step: Step): Promise<void> {
  const who = step.anybody();
  const visibility = step.random.pick([1, 2, 3, 4, 5]);
  await step.attempt(who, 'PATCH', 'settings', { email_address_visibility: visibility }, true);
  step.after.users.get(who.id)!.emailVisibility = visibility;
}

async function leave(step: Step): Promise<void> {
  const { now, scene } = step;
  if (scene.people.length - scene.active.length >= MAX_WHO_LEFT) return;
  const who = step.anybody();
  const { id } = aMember(step);
  if (id === who.id || now.isStrange(id)) return;
  const done = await step.attempt(who, 'DELETE', `users/${id}`, {}, now.isAdministrator(who.id));
  if (done) step.after.leave(id);
}

/** With a new key, since reactivation does not restore the earlier one. */
async function comeBack(step: Step): Promise<void> {
  const { now, scene, random } = step;
  const gone = scene.people.filter(({ id }) => now.isStrange(id));
  if (gone.length === 0) return leave(step);
  const { id } = random.pick(gone);
  const who = step.anybody();
  const done = await step.attempt(who, 'POST', `users/${id}/reactivate`, {}, now.isAdministrator(who.id));
  if (!done) return;
  step.after.users.get(id)!.isActive = true;
  await scene.giveKey(id);
}

/** A status is visible to all users of the organization, until it is replaced. */
async function say(step: Step): Promise<void> {
  const who = step.anybody();
  const secret = step.random.chance(0.7) ? step.scene.secrets.next('text') : null;
  await step.attempt(who, 'POST', 'users/me/status', { status_text: secret ?? '' }, true);
  step.after.users.get(who.id)!.status = secret;
}

/** Alert words are private. */
async function listenFor(step: Step): Promise<void> {
  const who: Actor = step.anybody();
  const secret = step.scene.secrets.next('text');
  await step.attempt(who, 'POST', 'users/me/alert_words', { alert_words: [secret] }, true);
  step.after.said(who.id, [secret]);
}

const aMember = (step: Step): User => step.now.users.get(step.random.pick(step.scene.people.slice(1)).id)!;

export async function changePerson(step: Step): Promise<void> {
  const actions = [changeRole, changeRole, hideAddress, leave, comeBack, comeBack, say, listenFor];
  await step.random.pick(actions)(step);
}
