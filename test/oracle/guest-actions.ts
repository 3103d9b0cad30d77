import type { Step } from './actions';
import type { Model } from './model';
import { Disagreement, Scene } from './scene';

const wish = (model: Model, isLimited: boolean) => {
  const name = isLimited ? 'role:members' : 'role:everyone';
  const { id } = [...model.groups.values()].find((one) => one.name === name)!;
  return { can_access_all_users_group: { new: id } };
};

/** Before the first step: guests have limited visibility, and are in no channel. */
export async function limitGuests({ model, people, oracleServer }: Scene): Promise<void> {
  const [owner] = people;
  const { text, status } = await oracleServer.send(owner, 'PATCH', 'realm', wish(model, true));
  if (status !== 200) throw new Disagreement('PATCH realm', owner.name, text, 'success');
  model.limitsGuests = true;
  const [general] = model.channels.values();
  for (const guest of people.filter(({ id }) => model.isGuest(id))) {
    const { text: said } = await oracleServer.send(guest, 'DELETE', 'users/me/subscriptions', {
      subscriptions: [general.name],
    });
    if (!said.includes('"success"')) throw new Disagreement('DELETE subscriptions', guest.name, said, 'success');
    model.unsubscribe(guest.id, general);
  }
}

/** The organization lets guests see all users, or only users whom they know. */
async function changeLimit(step: Step): Promise<void> {
  const [owner] = step.scene.people;
  const isLimited = !step.now.limitsGuests;
  await step.attempt(owner, 'PATCH', 'realm', wish(step.now, isLimited), true);
  step.after.limitsGuests = isLimited;
}

/** A guest unsubscribes from all channels at once, and no longer sees their subscribers. */
async function withdraw(step: Step): Promise<void> {
  const { now, random, scene } = step;
  const guests = scene.active.filter(({ id }) => now.isGuest(id));
  if (guests.length === 0) return;
  const who = random.pick(guests);
  const own = [...now.channels.values()].filter(({ subscribers }) => subscribers.has(who.id));
  if (own.length === 0) return;
  const subscriptions = own.map(({ name }) => name);
  await step.attempt(who, 'DELETE', 'users/me/subscriptions', { subscriptions }, true);
  for (const channel of own) step.after.unsubscribe(who.id, step.later(channel));
}

export async function changeVisibility(step: Step): Promise<void> {
  await (step.now.limitsGuests && step.random.chance(0.7) ? withdraw(step) : changeLimit(step));
}
