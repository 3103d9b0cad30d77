import type { Step } from './actions';
import { Group, SYSTEM_ROLES } from './facts';
import type { Actor, Scene } from './scene';

const MAX_GROUPS = 5;

/** The system groups: each role's group is in the group above it; the group of no role is in none. */
export async function learnGroups({ model, organizationId, sql }: Scene): Promise<void> {
  const rows = await sql<{ id: string; name: string }>('SELECT id, name FROM user_group WHERE organization_id = $1', [
    organizationId,
  ]);
  const idOf = (name: string) => Number(rows.find((row) => row.name === name)!.id);
  for (const [name, weakestRole] of Object.entries(SYSTEM_ROLES)) {
    const subgroups = new Set([...model.groups.keys()].slice(1).slice(-1));
    const group = { name, weakestRole, members: new Set<number>(), subgroups, isDeactivated: false };
    model.groups.set(idOf(name), { id: idOf(name), ...group });
  }
}

async function create(step: Step): Promise<void> {
  const { now, random } = step;
  const who = step.anybody();
  const name = `group ${now.groups.size}`;
  const members = step.someOf(4).map(({ id }) => id);
  const inner = custom(step).filter(({ isDeactivated }) => !isDeactivated);
  const subgroups = inner.length > 0 && random.chance(0.4) ? [random.pick(inner).id] : [];
  const parameters = { name, description: '', members, subgroups };
  const made = await step.attempt(who, 'POST', 'user_groups/create', parameters, !now.isGuest(who.id));
  if (!made) return;
  const id = made.body.group_id as number;
  const group = { weakestRole: null, members: new Set(members), subgroups: new Set(subgroups), isDeactivated: false };
  step.after.groups.set(id, { id, name, ...group });
}

async function changeMembers(step: Step, who: Actor, { id, members }: Group): Promise<void> {
  const user = step.anybody().id;
  const change = members.has(user) ? 'delete' : 'add';
  if (!(await step.attempt(who, 'POST', `user_groups/${id}/members`, { [change]: [user] }))) return;
  const later = step.after.groups.get(id)!;
  if (change === 'add') later.members.add(user);
  else later.members.delete(user);
}

async function changeSubgroups(step: Step, who: Actor, { id, subgroups }: Group): Promise<void> {
  const all = [...step.now.groups.values()].filter((one) => one.name !== 'role:internet' && one.id !== id);
  const inner = step.random.pick(all).id;
  const change = subgroups.has(inner) ? 'delete' : 'add';
  if (!(await step.attempt(who, 'POST', `user_groups/${id}/subgroups`, { [change]: [inner] }))) return;
  const later = step.after.groups.get(id)!;
  if (change === 'add') later.subgroups.add(inner);
  else later.subgroups.delete(inner);
}

/** Deactivates or reactivates a group; the server refuses this for a group in use. */
async function switchOff(step: Step, who: Actor, { id, isDeactivated }: Group): Promise<void> {
  const done = isDeactivated
    ? await step.attempt(who, 'PATCH', `user_groups/${id}`, { deactivated: false })
    : await step.attempt(who, 'POST', `user_groups/${id}/deactivate`, {});
  if (done) step.after.groups.get(id)!.isDeactivated = !isDeactivated;
}

const custom = (step: Step): Group[] => [...step.now.groups.values()].filter(({ weakestRole }) => weakestRole === null);

export async function changeGroup(step: Step): Promise<void> {
  const groups = custom(step);
  if (groups.length === 0 || (groups.length < MAX_GROUPS && step.random.chance(0.35))) return create(step);
  const who = step.random.chance(0.7) ? step.scene.people[0] : step.anybody();
  const change = step.random.pick([
    changeMembers,
    changeMembers,
    changeMembers,
    changeSubgroups,
    changeSubgroups,
    switchOff,
  ]);
  await change(step, who, step.random.pick(groups));
}
