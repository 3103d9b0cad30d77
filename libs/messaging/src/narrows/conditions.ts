import type { ReadableChannel } from '@app/channels';
import type { User } from '@app/identity';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { NarrowTermIsInvalid } from '../errors';
import type { Term } from './narrow';
import type { Condition, OpenKind } from './search-scope';
import { readTopic } from '../topics/topic';

/** The names that the terms of a narrow may refer to. Contains only what the reader may see. */
export interface Names {
  /** `null`: a spectator. */
  readonly readerId: UserId | null;
  readonly emptyTopicName: string;
  /** The channels in terms; for a spectator, all readable channels. */
  readonly readable: readonly ReadableChannel[];
  readonly usersById: ReadonlyMap<UserId, User>;
  readonly usersByEmail: ReadonlyMap<string, User>;
  /** Read only if a term needs them. */
  readonly mutedChannelIds: readonly ChannelId[];
}

export type WithTerm = Term & { kind: 'with' };
export type SearchTerm = Term & { kind: 'search' };
/** Terms that need no further reads. `Narrows` resolves `with` and `search`. */
export type PlainTerm = Exclude<Term, { kind: 'with' | 'search' }>;

/** @throws NarrowTermIsInvalid for what the reader does not know, whether or not it exists */
export function conditionOf(term: PlainTerm, names: Names): Condition {
  const { negated } = term;
  switch (term.kind) {
    case 'channel':
      return { kind: 'channels', channelIds: [channelNamed(term.channel, names).id], isNamed: true, negated };
    case 'channels':
      return { ...channelsOfKind(term.which, names), negated };
    case 'topic':
      return { kind: 'topic', topic: readTopic(term.topic, names.emptyTopicName), negated };
    case 'conversation':
      return { kind: 'conversation', participantIds: participants(term, names), negated };
    case 'including':
    case 'group':
      return { kind: term.kind, userId: userNamed(term.person, names, `unknown user ${term.person}`).id, negated };
    case 'sender':
      return { kind: 'sender', senderId: userNamed(term.person, names, `unknown user ${term.person}`).id, negated };
    case 'has':
      return { kind: 'has', content: term.content, negated };
    case 'message':
      return { kind: 'message', messageId: term.messageId as MessageId, negated };
    case 'all':
      return { kind: 'all', negated };
    case 'home':
      return { kind: 'home', channelIds: names.mutedChannelIds, negated };
    case 'is':
      if (term.quality === 'muted') return { kind: 'muted', channelIds: names.mutedChannelIds, negated };
      return { kind: term.quality, negated };
  }
}

/** The users in a term, by id or address. */
export function usersIn(term: Term): readonly (number | string)[] {
  switch (term.kind) {
    case 'conversation':
      return term.people;
    case 'including':
    case 'group':
    case 'sender':
      return [term.person];
    default:
      return [];
  }
}

/** Whether a term depends on what the reader has muted. */
export const asksForMuting = (term: Term): boolean =>
  term.kind === 'home' || (term.kind === 'is' && term.quality === 'muted');

function channelsOfKind(
  which: OpenKind,
  { readerId, readable }: Names,
): Omit<Condition & { kind: 'channels' }, 'negated'> {
  const isWebPublic = which === 'web-public';
  if (readerId !== null) return { kind: 'channels', channelIds: [], isNamed: false, isWebPublic, open: which };
  const meant = readable.filter((one) => (isWebPublic ? one.isWebPublic : !one.isPrivate));
  return { kind: 'channels', channelIds: meant.map(({ id }) => id), isNamed: false, isWebPublic };
}

function channelNamed(written: number | string, { readable }: Names): ReadableChannel {
  const folded = String(written).trim().toLowerCase();
  const found = readable.find(({ id, name }) =>
    typeof written === 'number' ? id === written : name.toLowerCase() === folded,
  );
  if (!found) throw new NarrowTermIsInvalid(`unknown channel ${written}`);
  return found;
}

function participants({ people, written }: Term & { kind: 'conversation' }, names: Names): UserId[] {
  if (people.length === 0) return [];
  const ids = people.map((one) => userNamed(one, names, `unknown user in ${written}`).id);
  const own = names.readerId === null ? [] : [names.readerId];
  return [...new Set([...ids, ...own])].sort((one, other) => one - other);
}

function userNamed(written: number | string, { usersById, usersByEmail }: Names, fault: string): User {
  const user = typeof written === 'number' ? usersById.get(written as UserId) : usersByEmail.get(written.toLowerCase());
  if (!user) throw new NarrowTermIsInvalid(fault);
  return user;
}
