import type { ConversationId, MessageId, UserId } from '@app/kernel';
import { Audience, AudienceIndex, Registry, RuleSubject } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../records/conversation.repository';
import { CONVERSATION_AUDIENCE, ConversationSubject } from './conversation-readers';

/** The limit of cached participants of all conversations, about 20 MB. */
const MAX_KEPT = 300_000;

const NONE: readonly MessageId[] = [];

interface LoadedPart {
  readonly messageIds: readonly MessageId[];
  readonly participants: ReadonlySet<UserId>;
  /** Participants who lack some of the messages, with the messages that they lack. */
  readonly absent: ReadonlyMap<UserId, ReadonlySet<MessageId>>;
}

interface Loaded {
  readonly parts: readonly LoadedPart[];
  readonly also: ReadonlySet<UserId>;
}

/**
 * The participants of conversations, on the node that delivers an event. Participants never change and are cached. The
 * users who were deactivated when a message was sent never change either. They are read in one statement for all
 * entries of a read of the log (ADR 1).
 */
@Injectable()
export class ConversationReadersIndex implements AudienceIndex, OnModuleInit {
  readonly rule = CONVERSATION_AUDIENCE;
  private readonly loaded = new WeakMap<RuleSubject, Loaded>();
  /** Ordered by last use, oldest first. */
  private readonly participants = new Map<ConversationId, ReadonlySet<UserId>>();
  private kept = 0;

  constructor(
    private readonly conversations: ConversationRepository,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addIndex(this);
  }

  async load(subjects: readonly RuleSubject[]): Promise<void> {
    const fresh = subjects as readonly ConversationSubject[];
    const parts = fresh.flatMap((one) => one.parts);
    const participants = await this.participantsOf(new Set(parts.map(({ conversationId }) => conversationId)));
    const absent = await this.absentOf(parts.filter(({ messageIds }) => messageIds.length > 0));
    for (const subject of fresh) {
      this.loaded.set(subject, {
        also: new Set(subject.also),
        parts: subject.parts.map(({ conversationId, messageIds }) => ({
          messageIds,
          participants: participants.get(conversationId) ?? new Set(),
          absent: absentFrom(messageIds, absent),
        })),
      });
    }
  }

  knows(subject: RuleSubject): boolean {
    return this.loaded.has(subject);
  }

  *members(subject: RuleSubject): Iterable<UserId> {
    const { parts, also } = this.loaded.get(subject)!;
    const candidates = new Set([...also, ...parts.flatMap(({ participants }) => [...participants])]);
    for (const userId of candidates) if (this.includes(subject, userId)) yield userId;
  }

  includes(subject: RuleSubject, userId: UserId): boolean {
    const { parts, also } = this.loaded.get(subject)!;
    return also.has(userId) || parts.some((one) => isTold(one, userId));
  }

  /** The participants of the conversations of an entry. */
  everybody(audience: Audience): UserId[] {
    if (audience.to !== 'rule' || audience.rule !== this.rule) return [];
    return this.loaded.get(audience.of)!.parts.flatMap(({ participants }) => [...participants]);
  }

  /** The messages that the event lists for the user, ascending; `null`: all messages of the entry. */
  told(audience: Audience, userId: UserId): readonly MessageId[] | null {
    if (audience.to !== 'rule' || audience.rule !== this.rule) return null;
    const { parts, also } = this.loaded.get(audience.of)!;
    const hasAll = ({ participants, absent }: LoadedPart) => participants.has(userId) && !absent.has(userId);
    if (also.has(userId) || parts.every(hasAll)) return null;
    return parts.flatMap((one) => idsFor(one, userId)).sort((one, other) => one - other);
  }

  private async participantsOf(
    ids: ReadonlySet<ConversationId>,
  ): Promise<ReadonlyMap<ConversationId, ReadonlySet<UserId>>> {
    const found = new Map<ConversationId, ReadonlySet<UserId>>();
    const unknown: ConversationId[] = [];
    for (const id of ids) {
      const known = this.participants.get(id);
      if (known) found.set(id, this.keep(id, known));
      else unknown.push(id);
    }
    if (unknown.length === 0) return found;
    for (const { id, participantIds } of await this.conversations.participants(unknown))
      found.set(id, this.keep(id, new Set(participantIds)));
    return found;
  }

  private keep(id: ConversationId, participants: ReadonlySet<UserId>): ReadonlySet<UserId> {
    this.kept += participants.size - (this.participants.get(id)?.size ?? 0);
    this.participants.delete(id);
    this.participants.set(id, participants);
    for (const [oldest, { size }] of this.participants) {
      if (this.kept <= MAX_KEPT) break;
      this.participants.delete(oldest);
      this.kept -= size;
    }
    return participants;
  }

  private async absentOf(parts: ConversationSubject['parts']): Promise<ReadonlyMap<MessageId, readonly UserId[]>> {
    if (parts.length === 0) return new Map();
    const rows = await this.conversations.absent(
      parts.flatMap(({ conversationId, messageIds }) => messageIds.map((messageId) => ({ conversationId, messageId }))),
    );
    return new Map(rows.map(({ messageId, userIds }) => [messageId, userIds]));
  }
}

function absentFrom(
  messageIds: readonly MessageId[],
  absent: ReadonlyMap<MessageId, readonly UserId[]>,
): ReadonlyMap<UserId, ReadonlySet<MessageId>> {
  const ofUsers = new Map<UserId, Set<MessageId>>();
  for (const messageId of messageIds)
    for (const userId of absent.get(messageId) ?? [])
      ofUsers.set(userId, (ofUsers.get(userId) ?? new Set()).add(messageId));
  return ofUsers;
}

function idsFor({ participants, absent, messageIds }: LoadedPart, userId: UserId): readonly MessageId[] {
  if (!participants.has(userId)) return NONE;
  const missing = absent.get(userId);
  return missing ? messageIds.filter((id) => !missing.has(id)) : messageIds;
}

const isTold = ({ participants, absent, messageIds }: LoadedPart, userId: UserId): boolean =>
  participants.has(userId) && (absent.get(userId)?.size ?? -1) !== messageIds.length;
