import type { State } from '../support/fold/state';
import type { Client } from './client';
import type { FetchedMessage } from './message-store';
import type { Town } from './town';

/** So many files are requested again each time, and so many of earlier ones. */
const FILES = 6;
/** The server writes presence once a minute at most. */
const PRESENCE_SLACK_S = 75;

/** Compares the effects of actions on messages and personal objects with what was acknowledged. */
export async function auditThings(
  town: Town,
  client: Client,
  history: readonly FetchedMessage[],
  fresh: State,
): Promise<string[]> {
  return [
    ...auditMessages(town, client, history),
    ...auditTopics(town, client, fresh),
    ...(await auditDrafts(town, client)),
    ...(await auditPresence(town, client)),
    ...(client === town.owner ? await auditGroups(town) : []),
    ...(await auditFiles(town, client)),
  ];
}

function auditMessages({ facts }: Town, { id: me }: Client, history: readonly FetchedMessage[]): string[] {
  const byId = new Map(history.map((message) => [message.id, message]));
  const found: string[] = [];
  const hold = (prefix: string, isAs: (message: FetchedMessage, value: unknown, rest: string[]) => boolean) => {
    for (const [thing, value] of facts.entries(prefix)) {
      const [id, ...rest] = thing.split(':');
      const message = byId.get(Number(id));
      if (message && !isAs(message, value, rest)) found.push(`${prefix}${thing} is not ${String(value)}`);
    }
  };
  hold('content:', ({ content }, value) => content === value);
  hold('topic:', ({ subject }, value) => subject === value);
  hold('reaction:', ({ reactions }, value, [user, emoji]) => {
    const count = reactions.filter((one) => one.user_id === Number(user) && one.emoji_name === emoji).length;
    return count === (value === true ? 1 : 0);
  });
  hold('starred:', ({ flags }, value, [user]) => Number(user) !== me || flags.includes('starred') === value);
  return found;
}

function auditTopics({ facts }: Town, { id }: Client, { user_topics }: State): string[] {
  const policies = user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
  return facts
    .entries(`quiet topic policy:${id}:`)
    .filter(([channelId, value]) => {
      const own = policies.filter((one) => one.stream_id === Number(channelId) && one.topic_name === 'quiet');
      return value === 0 ? own.length > 0 : own.length !== 1 || own[0].visibility_policy !== value;
    })
    .map(([channelId, value]) => `topic policy in ${channelId} is not ${String(value)}`);
}

async function auditDrafts({ facts }: Town, client: Client): Promise<string[]> {
  const drafts = (await client.get('drafts')).drafts as { id: number; content: string }[];
  const known = facts.entries(`draft:${client.id}:`);
  const wrong = known.filter(([id, content]) => {
    const own = drafts.filter((one) => one.id === Number(id));
    return content === null ? own.length > 0 : own.length !== 1 || own[0].content !== content;
  });
  const contents = drafts.map(({ content }) => content);
  const doubled = contents.filter((content, at) => contents.indexOf(content) !== at);
  return [
    ...wrong.map(([id, content]) => `draft ${id} is not ${String(content)}`),
    ...doubled.map((content) => `${content} is there twice`),
  ];
}

async function auditPresence({ facts }: Town, client: Client): Promise<string[]> {
  const [at, text] = [facts.get(`presence:${client.id}`), facts.get(`status:${client.id}`)];
  const found: string[] = [];
  if (at !== undefined) {
    const { presence } = await client.get(`users/${client.id}/presence`);
    const { timestamp } = (presence as { aggregated: { timestamp: number } }).aggregated;
    if (timestamp < (at as number) - PRESENCE_SLACK_S)
      found.push(`present at ${timestamp}, not at ${JSON.stringify(at)}`);
  }
  if (text !== undefined) {
    const { status } = await client.get(`users/${client.id}/status`);
    const shown = (status as { status_text?: string }).status_text ?? '';
    if (shown !== text) found.push(`the status is ${shown}, not ${JSON.stringify(text)}`);
  }
  return found;
}

async function auditGroups({ facts, owner, groupIds }: Town): Promise<string[]> {
  const found: string[] = [];
  for (const groupId of groupIds) {
    const { members } = await owner.get(`user_groups/${groupId}/members`);
    for (const [id, isMember] of facts.entries(`group:${groupId}:`))
      if ((members as number[]).includes(Number(id)) !== isMember)
        found.push(`${id} in group ${groupId} is not ${String(isMember)}`);
  }
  return found;
}

/** The right bytes for users with access, and none for others. */
async function auditFiles({ files, random }: Town, client: Client): Promise<string[]> {
  const asked = new Set([...files.slice(-FILES), ...random.shuffled(files).slice(0, FILES)]);
  const found: string[] = [];
  for (const { url, content, ownerId, place } of asked) {
    const got = await client.download(url);
    const may = ownerId === client.id || place.userIds.includes(client.id);
    const isRight = may ? got instanceof Buffer && got.equals(content) : typeof got === 'number';
    if (!isRight) found.push(`${url} (${place.name}): ${typeof got === 'number' ? got : `${got.length} bytes`}`);
  }
  return found;
}
