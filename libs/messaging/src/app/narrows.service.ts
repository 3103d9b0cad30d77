import { Channels, ReadableChannel } from '@app/channels';
import { Acquaintances, isGuest, Organization, Organizations, User, Users } from '@app/identity';
import type { MessageId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NarrowTermIsInvalid } from '../domain/errors';
import { parseNarrow, Term, WrittenTerm } from '../domain/narrow';
import { Condition, searchScope } from '../domain/search-scope';
import { readTopic } from '../domain/topic';
import { MessageRepository } from '../store/message.repository';
import type { Search } from '../store/page.repository';
import { MessageAccess } from './access';

/** A narrow with everything looked up, and the channels that its messages can be in. */
export interface ResolvedNarrow {
  readonly search: Search;
  readonly readable: readonly ReadableChannel[];
}

/** What the terms of one narrow are looked up in. */
interface Names {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly readable: readonly ReadableChannel[];
  readonly usersById: ReadonlyMap<UserId, User>;
  readonly usersByEmail: ReadonlyMap<string, User>;
}

/** Finds what narrows name. What the actor may not read is as unknown as what does not exist. */
@Injectable()
export class Narrows {
  constructor(
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly acquaintances: Acquaintances,
    private readonly organizations: Organizations,
    private readonly messages: MessageRepository,
  ) {}

  /** @throws NarrowTermIsInvalid, NarrowContradictsItself */
  async resolve(actor: Actor, written: readonly WrittenTerm[]): Promise<ResolvedNarrow> {
    const terms = parseNarrow(written);
    const readable = await this.channels.readable(actor);
    const names = {
      actor,
      readable,
      organization: await this.organizations.of(actor),
      ...(await this.people(actor, terms)),
    };
    const conditions = terms.flatMap((term) => (term.kind === 'with' ? [] : [conditionOf(term, names)]));
    const whole = await this.withConversation(terms, conditions, names);
    return {
      search: { asker: actor, scope: searchScope(whole, readable, isGuest(actor.role)), conditions: whole },
      readable,
    };
  }

  /** The people that terms name, by id and by address: two statements at most. */
  private async people(actor: Actor, terms: readonly Term[]): Promise<Pick<Names, 'usersById' | 'usersByEmail'>> {
    const written = terms.flatMap((term) => {
      if (term.kind === 'sender') return [term.person];
      return term.kind === 'conversation' ? term.people : [];
    });
    const ids = written.filter((one) => typeof one === 'number');
    const emails = written.filter((one) => typeof one === 'string');
    const [usersById, usersByEmail] = await Promise.all([
      this.users.byIds(actor.organizationId, ids),
      emails.length > 0 ? this.byEmails(actor, emails) : new Map<string, User>(),
    ]);
    return { usersById, usersByEmail };
  }

  /** Ids are no secret: strangers' messages bear them. Of strangers' addresses a guest does not learn that they exist. */
  private async byEmails(actor: Actor, emails: readonly string[]): Promise<Map<string, User>> {
    const [found, known] = await Promise.all([
      this.users.byEmails(actor.organizationId, emails, actor),
      this.acquaintances.knownTo(actor),
    ]);
    const isStrangers = (address: string, { id, isBot, deliveryEmail }: User) =>
      known !== null && !isBot && !known.has(id) && address === deliveryEmail.toLowerCase();
    return new Map([...found].filter(([address, user]) => !isStrangers(address, user)));
  }

  /**
   * A `with` term means the conversation that its message is in now, instead of whatever conversation the narrow names;
   * that one is only used when the message cannot be read.
   */
  private async withConversation(terms: readonly Term[], conditions: Condition[], names: Names): Promise<Condition[]> {
    const term = terms.find(({ kind }) => kind === 'with') as (Term & { kind: 'with' }) | undefined;
    if (!term) return conditions;
    const message = await this.messages.find(names.actor, term.messageId);
    if (!message || !new MessageAccess(names.actor.userId, names.readable).reads(message)) {
      if (namesConversation(conditions)) return conditions;
      throw new NarrowTermIsInvalid("Invalid 'with' operator");
    }
    const rest = conditions.filter(({ kind }) => !PLACES.has(kind));
    if (message.channelId === null) {
      return [...rest, { kind: 'conversation', participantIds: message.participantIds!, negated: false }];
    }
    return [
      ...rest,
      { kind: 'channels', channelIds: [message.channelId], isNamed: true, negated: false },
      { kind: 'topic', topic: message.topic, negated: false },
    ];
  }
}

const PLACES = new Set<Condition['kind']>(['channels', 'topic', 'conversation', 'direct']);

function namesConversation(conditions: readonly Condition[]): boolean {
  const kinds = new Set(conditions.flatMap(({ kind, negated }) => (negated ? [] : [kind])));
  return kinds.has('conversation') || (kinds.has('channels') && kinds.has('topic'));
}

function conditionOf(term: Exclude<Term, { kind: 'with' }>, names: Names): Condition {
  const { negated } = term;
  switch (term.kind) {
    case 'channel':
      return { kind: 'channels', channelIds: [channelNamed(term.channel, names).id], isNamed: true, negated };
    case 'channels': {
      const isMeant = ({ isPrivate, isWebPublic }: ReadableChannel) =>
        term.which === 'public' ? !isPrivate : isWebPublic;
      return {
        kind: 'channels',
        channelIds: names.readable.filter(isMeant).map(({ id }) => id),
        isNamed: false,
        negated,
      };
    }
    case 'topic':
      return { kind: 'topic', topic: readTopic(term.topic, names.organization.emptyTopicName), negated };
    case 'conversation':
      return { kind: 'conversation', participantIds: participants(term, names), negated };
    case 'sender':
      return { kind: 'sender', senderId: userNamed(term.person, names, `unknown user ${term.person}`).id, negated };
    case 'has':
      return { kind: 'has', content: term.content, negated };
    case 'message':
      return { kind: 'message', messageId: term.messageId as MessageId, negated };
    case 'is':
      if (term.quality === 'mentioned') {
        throw new NarrowTermIsInvalid(`unknown 'is' operand ${term.quality}`);
      }
      return { kind: term.quality, negated };
  }
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
  return [...new Set([...ids, names.actor.userId])].sort((one, other) => one - other);
}

function userNamed(written: number | string, { usersById, usersByEmail }: Names, fault: string): User {
  const user = typeof written === 'number' ? usersById.get(written as UserId) : usersByEmail.get(written.toLowerCase());
  if (!user) throw new NarrowTermIsInvalid(fault);
  return user;
}
