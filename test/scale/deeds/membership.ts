import type { Actor } from '../actor';
import type { Client, Outcome } from '../client';
import type { Place } from '../places';
import type { Town } from '../town';
import { Counted, Deeds, said } from './deed';
import { send } from './messages';

/** The membership in a place. */
export const membershipOf = (place: Place, { id }: Client): string => `member:${place.name}:${id}`;

/** In or out; from the answer until no earlier attempt can take effect any more it is unknown. */
async function flip(town: Town, place: Place, member: Client, isIn: boolean, act: () => Promise<Outcome>) {
  const known = place.begin(member.id, isIn);
  const outcome = await town.facts.change(membershipOf(place, member), isIn, act);
  if (outcome.isRepeated) town.facts.track(town.disturbances.outlived(outcome.from).then(known));
  else known();
  return outcome;
}

const isFree = ({ facts }: Town, place: Place, client: Client): boolean => facts.isFree(membershipOf(place, client));
const isIn = ({ facts }: Town, place: Place, client: Client): boolean =>
  facts.get(membershipOf(place, client)) !== false;

/** The owner adds to the club, and removes. */
export async function admit(town: Town, member: Client, isWelcome: boolean): Promise<Outcome> {
  const { club, owner } = town;
  const principals = [member.id];
  const wish = isWelcome
    ? { subscriptions: [{ name: club.name }], principals }
    : { subscriptions: [club.name], principals };
  const method = isWelcome ? 'POST' : 'DELETE';
  const act = () => owner.insist(method, 'users/me/subscriptions', { parameters: wish });
  return flip(town, club, member, isWelcome, act);
}

async function keepClub({ town, isOwner }: Actor, counted: Counted): Promise<void> {
  if (!isOwner) return;
  const member = town.random.pick(town.people);
  if (!isFree(town, town.club, member)) return;
  const isWelcome = !isIn(town, town.club, member);
  const release = town.facts.hold(membershipOf(town.club, member));
  const { isRepeated } = await counted(() => admit(town, member, isWelcome));
  if (!isRepeated) await expectRight(town, member, isWelcome);
  release();
}

/** An acknowledged change holds with the next request, on every node. */
export async function expectRight(town: Town, member: Client, isWelcome: boolean, at?: string): Promise<void> {
  const { club } = town;
  const narrow = [{ operator: 'channel', operand: club.channelId }];
  const parameters = { anchor: 'newest', num_before: 5, num_after: 0, narrow, apply_markdown: false };
  const reply = await member.attempt('GET', 'messages', { parameters, at });
  if (!reply) return;
  const messages = (reply.body.messages ?? []) as unknown[];
  if (!isWelcome && messages.length > 0) town.breaches.push(`${member.email} reads the club, put out`);
  if (isWelcome && reply.status !== 200)
    town.breaches.push(`${member.email} is admitted, and told ${JSON.stringify(reply.body)}`);
}

/** Unsubscribes from a public channel, and subscribes again. */
async function stroll({ town, client }: Actor, counted: Counted): Promise<void> {
  const { park } = town;
  if (!isFree(town, park, client)) return;
  const comes = !isIn(town, park, client);
  const parameters = { subscriptions: comes ? [{ name: park.name }] : [park.name] };
  const act = () => client.insist(comes ? 'POST' : 'DELETE', 'users/me/subscriptions', { parameters });
  await counted(() => flip(town, park, client, comes, act));
}

async function callOut({ town, client }: Actor, counted: Counted): Promise<void> {
  if (town.park.isSurelyIn(client.id)) await counted(() => send(town, client, town.park));
}

async function changeGroup({ town, isOwner }: Actor, counted: Counted): Promise<void> {
  const { facts, random, groupIds, people, owner } = town;
  if (!isOwner) return;
  const groupId = random.pick(groupIds);
  const { id } = random.pick(people);
  const thing = `group:${groupId}:${id}`;
  if (!facts.isFree(thing)) return;
  const isMember = facts.get(thing) === true;
  const parameters = { [isMember ? 'delete' : 'add']: [id] };
  const isDone = said(/is already a member|not a member|no member/i);
  const act = () => owner.insist('POST', `user_groups/${groupId}/members`, { parameters, isDone });
  await counted(() => facts.change(thing, !isMember, act));
}

export const MEMBERSHIP_DEEDS: Deeds = {
  'admit, or put out': { weight: 6, act: keepClub },
  'subscribe, or leave': { weight: 3, act: stroll },
  'change a user group': { weight: 6, act: changeGroup },
  'send to where people stroll': { weight: 2, act: callOut },
};
