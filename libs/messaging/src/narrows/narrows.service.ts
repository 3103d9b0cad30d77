import { Channels, ReadableChannel, Subscriptions } from '@app/channels';
import { GuestVisibility, ANYBODY, isGuest, Organization, Organizations, User, Users } from '@app/identity';
import { type ChannelId, NO_USER, type UserId } from '@app/kernel';
import { Actor, CredentialsAreMissing } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NarrowTermIsInvalid } from '../errors';
import { parseNarrow, spectatorsNarrow, Term, WrittenTerm } from './narrow';
import { Condition, neededChannels, SearchCondition, searchScope } from './search-scope';
import type { SearchWords } from '../search/search-words';
import { MessageRepository } from '../records/message.repository';
import type { Search } from './candidates.sql';
import { MessageAccess } from '../access/access';
import { asksForMuting, conditionOf, Names, usersIn, PlainTerm, SearchTerm, WithTerm } from './conditions';
import { Searches } from '../search/searches.service';

/** A resolved narrow, with the channels that its messages can be in, except those of `search.scope.open`. */
export interface ResolvedNarrow {
  readonly search: Search;
  readonly readable: readonly ReadableChannel[];
  /** The words to highlight; `null`: there is no search term. */
  readonly words: readonly SearchWords[] | null;
}

/** Finds a channel that the reader can read. */
type FindChannel = (channelId: ChannelId) => Promise<ReadableChannel | null>;

/** Resolves the names in narrows. What the reader may not read is treated as absent. */
@Injectable()
export class Narrows {
  constructor(
    private readonly channels: Channels,
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly guestVisibility: GuestVisibility,
    private readonly organizations: Organizations,
    private readonly messages: MessageRepository,
    private readonly searches: Searches,
  ) {}

  /**
   * @param isPersonal restricts the result to the actor's own history
   * @throws NarrowTermIsInvalid, NarrowContradictsItself, SearchIsBlank
   */
  async resolve(actor: Actor, written: readonly WrittenTerm[], isPersonal = false): Promise<ResolvedNarrow> {
    const terms = parseNarrow(written);
    const [named, { emptyTopicName }, people, mutedChannelIds] = await Promise.all([
      this.channels.readableNamed(
        actor,
        terms.flatMap((term) => (term.kind === 'channel' ? term.channel : [])),
      ),
      this.organizations.cached(actor),
      this.people(terms, actor.organizationId, (emails) => this.byEmails(actor, emails)),
      terms.some(asksForMuting) ? this.subscriptions.mutedChannelIds(actor.userId) : [],
    ]);
    const conditions = await this.conditionsOf(
      terms,
      actor,
      { readerId: actor.userId, ...{ emptyTopicName, readable: named, mutedChannelIds }, ...people },
      (channelId) => this.channels.find(actor, channelId),
    );
    const readable = await this.readable(actor, conditions, named, isPersonal);
    const scope = searchScope(conditions, readable, isGuest(actor.role), isPersonal);
    return { search: { readingUser: actor, scope, conditions }, readable, words: wordsIn(conditions) };
  }

  /**
   * As `resolve`, for a spectator who reads the given channels.
   * @throws CredentialsAreMissing besides, for what is not for them to ask
   */
  async resolveForSpectator(
    { id: organizationId, emptyTopicName }: Organization,
    readable: readonly ReadableChannel[],
    written: readonly WrittenTerm[],
  ): Promise<ResolvedNarrow> {
    const narrow = spectatorsNarrow(written);
    if (!narrow) throw new CredentialsAreMissing();
    const terms = parseNarrow(narrow);
    if (terms.some((term) => term.kind === 'channel' && !isAmong(readable, term))) throw new CredentialsAreMissing();
    const people = await this.people(terms, organizationId, (emails) => this.publicEmails(organizationId, emails));
    const readingUser = { userId: NO_USER, organizationId };
    const names = { readerId: null, emptyTopicName, readable, mutedChannelIds: [], ...people };
    const conditions = await this.conditionsOf(
      terms,
      readingUser,
      names,
      async (channelId) => readable.find(({ id }) => id === channelId) ?? null,
    );
    return {
      search: { readingUser, scope: searchScope(conditions, readable, false), conditions },
      readable,
      words: wordsIn(conditions),
    };
  }

  /** The channels that determine the scope of the narrow, besides those that it names. At most two statements. */
  private async readable(
    actor: Actor,
    conditions: readonly Condition[],
    named: readonly ReadableChannel[],
    isPersonal: boolean,
  ): Promise<readonly ReadableChannel[]> {
    const needed = neededChannels(conditions, isGuest(actor.role), isPersonal);
    if (needed === 'none') return [];
    if (needed === 'of the history') {
      return this.channels.readableAmong(actor, await this.messages.channelsOfHistory(actor.userId));
    }
    const known = new Set(named.map(({ id }) => id));
    const others = conditions.flatMap((one) => (one.kind === 'channels' ? one.channelIds : []));
    const missing = others.filter((id) => !known.has(id));
    return [...named, ...(await this.channels.readableAmong(actor, missing))];
  }

  private async conditionsOf(
    terms: readonly Term[],
    readingUser: Search['readingUser'],
    names: Names,
    find: FindChannel,
  ): Promise<Condition[]> {
    const conditions = terms.filter(isPlain).map((term) => conditionOf(term, names));
    const going = terms.find((term): term is WithTerm => term.kind === 'with');
    const placed = going ? await this.withConversation(going, conditions, readingUser, find) : conditions;
    const searches = terms.filter((term): term is SearchTerm => term.kind === 'search');
    return [...placed, ...(await Promise.all(searches.map((term) => this.prepared(term))))];
  }

  private async prepared({ words, negated }: SearchTerm): Promise<SearchCondition> {
    return { kind: 'search', words: await this.searches.prepare(words), negated };
  }

  /** The users in terms, by id and by address, with at most two statements. */
  private async people(
    terms: readonly Term[],
    organizationId: Actor['organizationId'],
    byEmails: (emails: readonly string[]) => Promise<Map<string, User>>,
  ): Promise<Pick<Names, 'usersById' | 'usersByEmail'>> {
    const written = terms.flatMap(usersIn);
    const ids = written.filter((one) => typeof one === 'number');
    const emails = written.filter((one) => typeof one === 'string');
    const [usersById, usersByEmail] = await Promise.all([
      this.users.byIds(organizationId, ids),
      emails.length > 0 ? byEmails(emails) : new Map<string, User>(),
    ]);
    return { usersById, usersByEmail };
  }

  /**
   * Ids are public, because messages contain them. But a guest must not learn that the address of a hidden user exists.
   */
  private async byEmails(actor: Actor, emails: readonly string[]): Promise<Map<string, User>> {
    const [found, known] = await Promise.all([
      this.users.byEmails(actor.organizationId, emails, actor),
      this.guestVisibility.cached(actor),
    ]);
    const isHidden = ({ id, isBot }: User): boolean => known !== null && !isBot && !known.has(id);
    return withoutAddresses(found, isHidden);
  }

  /** Spectators never see a user's address. */
  private async publicEmails(
    organizationId: Actor['organizationId'],
    emails: readonly string[],
  ): Promise<Map<string, User>> {
    return withoutAddresses(await this.users.byEmails(organizationId, emails, ANYBODY), ({ isBot }) => !isBot);
  }

  /**
   * A `with` term selects the current conversation of its message and replaces the conversation in the narrow. The
   * latter is used only if the message is not readable.
   */
  private async withConversation(
    term: WithTerm,
    conditions: Condition[],
    readingUser: Search['readingUser'],
    find: FindChannel,
  ): Promise<Condition[]> {
    const message = await this.messages.find(readingUser, term.messageId);
    const channel = message?.channelId ? await find(message.channelId) : null;
    if (!message || !new MessageAccess(readingUser.userId as UserId, channel ? [channel] : []).reads(message)) {
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

const PLACES = new Set<Condition['kind']>(['channels', 'topic', 'conversation', 'including', 'group', 'direct']);

function namesConversation(conditions: readonly Condition[]): boolean {
  const kinds = new Set(conditions.flatMap(({ kind, negated }) => (negated ? [] : [kind])));
  return kinds.has('conversation') || (kinds.has('channels') && kinds.has('topic'));
}

function withoutAddresses(found: ReadonlyMap<string, User>, isHidden: (user: User) => boolean): Map<string, User> {
  return new Map(
    [...found].filter(([address, user]) => address !== user.deliveryEmail.toLowerCase() || !isHidden(user)),
  );
}

function wordsIn(conditions: readonly Condition[]): SearchWords[] | null {
  const searches = conditions.filter((one) => one.kind === 'search');
  return searches.length === 0 ? null : searches.flatMap(({ words, negated }) => (negated ? [] : [words]));
}

const isPlain = (term: Term): term is PlainTerm => term.kind !== 'with' && term.kind !== 'search';

const isAmong = (readable: readonly ReadableChannel[], { channel }: Term & { kind: 'channel' }): boolean =>
  readable.some(({ id, name }) =>
    typeof channel === 'number' ? id === channel : name.toLowerCase() === channel.trim().toLowerCase(),
  );
