import { GuestVisibility, Organizations, Permissions, User, Users } from '@app/identity';
import type { ConversationId, MessageId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  ConversationIsNotAuthorized,
  DirectMessagesAreDisabled,
  RecipientIsDeactivated,
  RecipientIsUnknown,
  RecipientsAreMissing,
  RecipientsAreTooMany,
} from '../errors';
import { ConversationRepository } from '../records/conversation.repository';
import {
  CheckedText,
  Draft,
  MessagePreparation,
  PreparedMessage,
  textOf,
} from '../writing/message-preparation.service';
import { INITIATES, ONE_IS_AUTHORIZED } from './direct-message-rules';
import { Person, personOf } from '../message-views/message-object.client-events';
import { LoneDirectSends } from './lone-direct-sends.service';
import { SharedSends } from './shared-sends.service';

/** A row of the index by which conversations are found has no room for more. */
const MAX_RECIPIENTS = 300;

export interface DirectDraft extends Draft {
  /** All ids or all addresses; with or without the sender. */
  readonly recipients: readonly number[] | readonly string[];
}

/** A message that could be sent. */
export interface CheckedDirectMessage extends CheckedText {
  /** The other participants, ascending; empty: a note to self. */
  readonly userIds: readonly UserId[];
}

/** A participant, with the fields that sending needs. */
type Participant = Pick<User, 'id' | 'email' | 'fullName' | 'joinedAt' | 'isBot'> & { readonly role: number };

/** The recipients of a direct message. */
export interface Conversation {
  /** All participants including the sender, ascending by id. */
  readonly participants: readonly Person[];
  /** Null: it has not begun. */
  readonly id: ConversationId | null;
}

/** Sends direct messages. */
@Injectable()
export class DirectMessages {
  constructor(
    private readonly users: Users,
    private readonly permissions: Permissions,
    private readonly organizations: Organizations,
    private readonly visibility: GuestVisibility,
    private readonly preparation: MessagePreparation,
    private readonly conversations: ConversationRepository,
    private readonly shared: SharedSends,
    private readonly lone: LoneDirectSends,
  ) {}

  /**
   * @throws RecipientsAreMissing, RecipientsAreTooMany, RecipientIsUnknown, RecipientIsDeactivated, DirectMessagesAreDisabled,
   *   ConversationIsNotAuthorized, ConversationMayNotBeStarted, and as `MessagePreparation.prepare`
   */
  async send(actor: Actor, draft: DirectDraft): Promise<MessageId> {
    const { participants, ...known } = await this.prepare(actor, draft);
    const ready = { ...known, participants: participants.map(personOf) };
    const sent = await this.shared.run(ready, async () => ({ id: await this.lone.send(ready), newVisibility: null }));
    return sent.id;
  }

  /** Whether the message could be sent now, and what it would be. Throws as `send`; sends nothing. */
  async check(actor: Actor, draft: DirectDraft): Promise<CheckedDirectMessage> {
    const { prepared, participants, mayStart } = await this.prepare(actor, draft);
    const ids = participants.map(({ id }) => id);
    if (!mayStart) await this.lone.assertHasStarted(await this.conversations.find(actor.organizationId, ids));
    return { userIds: ids.filter((id) => id !== actor.userId), ...textOf(prepared) };
  }

  /** The conversation with these users. Throws as `send`. */
  async with(actor: Actor, userIds: readonly number[]): Promise<Conversation> {
    const participants = await this.participants(actor, userIds);
    const organization = await this.organizations.cached(actor);
    const mayStart = await this.mayStart({ actor, organization }, participants);
    const ids = participants.map(({ id }) => id);
    const conversationId = await this.conversations.find(actor.organizationId, ids);
    if (!mayStart) await this.lone.assertHasStarted(conversationId);
    return { participants: participants.map(personOf), id: conversationId };
  }

  private async prepare(
    actor: Actor,
    draft: DirectDraft,
  ): Promise<{ prepared: PreparedMessage; participants: Participant[]; mayStart: boolean }> {
    const prepared = await this.preparation.prepare(actor, draft);
    const participants = await this.participants(actor, draft.recipients);
    return { prepared, participants, mayStart: await this.mayStart(prepared, participants) };
  }

  /** A user whom the sender may not see is treated as absent. */
  private async assertKnown(
    actor: Actor,
    named: readonly User[],
    recipients: DirectDraft['recipients'],
  ): Promise<void> {
    const known = await this.visibility.cached(actor);
    if (!known) return;
    const hidden = named.find(({ id, isBot }) => !isBot && !known.has(id));
    if (!hidden) return;
    const { id, email, deliveryEmail } = hidden;
    const isWritten = (one: string | number) =>
      typeof one === 'number'
        ? one === id
        : [email, deliveryEmail].some((own) => own.toLowerCase() === one.toLowerCase());
    throw new RecipientIsUnknown(recipients.find(isWritten) ?? id);
  }

  /** All participants including the sender; ascending by id. */
  private async participants(actor: Actor, recipients: DirectDraft['recipients']): Promise<Participant[]> {
    if (recipients.length === 0) throw new RecipientsAreMissing();
    if (new Set<number | string>(recipients).size > MAX_RECIPIENTS) throw new RecipientsAreTooMany(MAX_RECIPIENTS);
    const named = isIds(recipients) ? await this.byIds(actor, recipients) : await this.byEmails(actor, recipients);
    await this.assertKnown(actor, named, recipients);
    const inactive = named.find(({ isActive }) => !isActive);
    if (inactive) throw new RecipientIsDeactivated(inactive.fullName);
    const byId = new Map<UserId, Participant>(named.map((user) => [user.id, user]));
    byId.set(actor.userId, { ...actor, id: actor.userId });
    return [...byId.values()].sort((one, other) => one.id - other.id);
  }

  private async byIds(actor: Actor, ids: readonly number[]): Promise<User[]> {
    const found = await this.users.byIds(actor.organizationId, ids);
    const unknown = ids.find((id) => !found.has(id as UserId));
    if (unknown !== undefined) throw new RecipientIsUnknown(unknown);
    return [...found.values()];
  }

  private async byEmails(actor: Actor, emails: readonly string[]): Promise<User[]> {
    const found = await this.users.byEmails(actor.organizationId, emails, actor);
    return emails.map((email) => {
      const user = found.get(email.toLowerCase());
      if (!user) throw new RecipientIsUnknown(email);
      return user;
    });
  }

  /**
   * Whether the sender may begin a conversation with these users (docs/protocol/messages.md, "DM checks"). The rule
   * does not apply to bots, or to notes to self.
   */
  private async mayStart(
    { actor, organization }: Pick<PreparedMessage, 'actor' | 'organization'>,
    participants: readonly Participant[],
  ): Promise<boolean> {
    const others = participants.filter(({ id, isBot }) => id !== actor.userId && !isBot);
    if (actor.isBot || others.length === 0) return true;
    const graph = await this.permissions.cached(actor);
    const readingUser = { subject: actor, graph, organization, called: '' };
    const subjects = participants.map(({ id, role, joinedAt }) => ({ userId: id, role, joinedAt }));
    if (!ONE_IS_AUTHORIZED.allows(readingUser, { participants: subjects })) {
      throw organization.permissions.direct_message_permission_group === graph.groupId('role:nobody')
        ? new DirectMessagesAreDisabled()
        : new ConversationIsNotAuthorized();
    }
    return INITIATES.allows(readingUser, null);
  }
}

const isIds = (recipients: DirectDraft['recipients']): recipients is readonly number[] =>
  typeof recipients[0] === 'number';
