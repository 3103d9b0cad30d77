import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../actor';
import { BETWEEN_ATTEMPTS_MS } from '../client';
import { Counted, Deeds, said } from './deed';

/** In channels without messages: elsewhere sending sets policies too, and they move with topics. */
const QUIET_TOPIC = 'quiet';
const TOPICS = ['numbers', 'letters', 'signs', QUIET_TOPIC];
const MAX_DRAFTS = 8;
const COLORS = ['#76ce90', '#fae589', '#a6c7e5'];

async function setTopicPolicy({ town, client, id }: Actor, counted: Counted): Promise<void> {
  const { facts, random, places } = town;
  const { channelId } = random.pick(places.filter((one) => one.channelId !== null && one.userIds.includes(id)));
  const topic = random.pick(TOPICS);
  const thing = `${topic === QUIET_TOPIC ? 'quiet' : 'lively'} topic policy:${id}:${channelId}`;
  if (!facts.isFree(thing)) return;
  const visibility_policy = random.below(4);
  const parameters = { stream_id: channelId, topic, visibility_policy };
  const act = () => client.insist('POST', 'user_topics', { parameters });
  await counted(() => facts.change(thing, visibility_policy, act));
}

async function setProperty({ town, client, id }: Actor, counted: Counted): Promise<void> {
  const { facts, random, places } = town;
  const { channelId } = places[random.below(2)];
  const thing = `property:${id}:${channelId}`;
  if (!facts.isFree(thing)) return;
  const [property, value] = random.pick([
    ['color', random.pick(COLORS)],
    ['pin_to_top', random.chance(0.5)],
    ['is_muted', random.chance(0.3)],
  ] as const);
  const parameters = { subscription_data: [{ stream_id: channelId, property, value }] };
  const act = () => client.insist('POST', 'users/me/subscriptions/properties', { parameters });
  await counted(() => facts.change(thing, null, act));
}

/** Written once with a unique text; an unacknowledged one is written again with another text. */
async function writeDraft(actor: Actor, counted: Counted): Promise<void> {
  const { town, client, id } = actor;
  const { facts } = town;
  const own = facts.entries(`draft:${id}:`).filter(([, content]) => content !== null);
  if (own.length >= MAX_DRAFTS) return throwDraftAway(actor, counted);
  await counted(async () => {
    for (let isDone = false; !isDone;) {
      const draft = draftOf(id, nextDraft(town.random.next()));
      const reply = await client.attempt('POST', 'drafts', { parameters: { drafts: [draft] } });
      isDone = reply !== null;
      if (!isDone) await delay(BETWEEN_ATTEMPTS_MS);
      if (reply?.status === 200) {
        const [draftId] = reply.body.ids as number[];
        await facts.change(`draft:${id}:${draftId}`, draft.content, () =>
          Promise.resolve({ ...reply, isRepeated: false, from: 0 }),
        );
      } else if (reply) town.breaches.push(`drafts: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
  });
}

async function editDraft({ town, client, id }: Actor, counted: Counted): Promise<void> {
  const draftId = ownDraft(town, id);
  if (draftId === null) return;
  const draft = draftOf(id, nextDraft(town.random.next()));
  const act = () => client.insist('PATCH', `drafts/${draftId}`, { parameters: { draft } });
  await counted(() => town.facts.change(`draft:${id}:${draftId}`, draft.content, act));
}

async function throwDraftAway({ town, client, id }: Actor, counted: Counted): Promise<void> {
  const draftId = ownDraft(town, id);
  if (draftId === null) return;
  const isDone = said(/does not exist|RESOURCE_NOT_FOUND/);
  const act = () => client.insist('DELETE', `drafts/${draftId}`, { isDone });
  await counted(() => town.facts.change(`draft:${id}:${draftId}`, null, act));
}

function ownDraft({ facts, random }: Actor['town'], id: number): string | null {
  const prefix = `draft:${id}:`;
  const free = facts.entries(prefix).filter(([one, content]) => content !== null && facts.isFree(prefix + one));
  return free.length > 0 ? random.pick(free)[0] : null;
}

const nextDraft = (chance: number): string => `draft ${chance}`;
const draftOf = (id: number, content: string) => ({ type: 'private', to: [id], topic: '', content });

async function appear({ town, client, id }: Actor, counted: Counted): Promise<void> {
  const parameters = { status: 'active', ping_only: true, new_user_input: true };
  const act = () => client.insist('POST', 'users/me/presence', { parameters });
  const thing = `presence:${id}`;
  if (town.facts.isFree(thing)) await counted(() => town.facts.change(thing, Math.floor(Date.now() / 1_000), act));
}

async function setStatus({ town, client, id }: Actor, counted: Counted): Promise<void> {
  const thing = `status:${id}`;
  if (!town.facts.isFree(thing)) return;
  const status_text = town.random.pick(['out', 'busy', 'at lunch', '']);
  const act = () => client.insist('POST', 'users/me/status', { parameters: { status_text } });
  await counted(() => town.facts.change(thing, status_text, act));
}

export const OWN_DEEDS: Deeds = {
  'set a topic policy': { weight: 4, act: setTopicPolicy },
  'set a channel property': { weight: 2, act: setProperty },
  'write a draft': { weight: 3, act: writeDraft },
  'edit a draft': { weight: 2, act: editDraft },
  'throw a draft away': { weight: 1, act: throwDraftAway },
  'say that one is there': { weight: 3, act: appear },
  'set the status': { weight: 1, act: setStatus },
};
