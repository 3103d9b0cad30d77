import { PersonalSettingsReadings, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import type { LookupRequest, Audience } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { ConversationReadersIndex } from '../audiences/conversation-readers.index';
import type { Person } from '../message-views/message-object.client-events';

export interface TypingView {
  /** Whether the viewer wants the event. */
  readonly isWanted: boolean;
  /** All participants of the conversation, ascending. */
  readonly participants: readonly Pick<Person, 'id' | 'email'>[];
}

interface DirectTyping {
  readonly operation: string;
  /** For a conversation that has not begun: participants who do not receive the event. */
  readonly untoldIds?: readonly UserId[];
}

/** The participants of conversations and their settings for typing events, read at delivery. */
@Injectable()
export class DirectTypingViewers {
  constructor(
    private readonly conversations: ConversationReadersIndex,
    private readonly users: Users,
    private readonly settings: PersonalSettingsReadings,
  ) {}

  /** Two statements an organization. */
  async read(asked: readonly LookupRequest<DirectTyping>[]): Promise<TypingView[]> {
    const idsOf = new Map(asked.map(({ payload, audience }) => [payload, this.participantIds(payload, audience)]));
    const wanting = new Set<UserId>();
    const people = new Map<UserId, Pick<Person, 'id' | 'email'>>();
    for (const organizationId of new Set(asked.map((one) => one.organizationId))) {
      const own = asked.filter((one) => one.organizationId === organizationId);
      const ids = new Set(own.flatMap(({ payload }) => idsOf.get(payload)!));
      for (const { id, email } of (await this.users.byIds(organizationId, [...ids])).values())
        people.set(id, { id, email });
      for (const id of await this.wanting(organizationId, own)) wanting.add(id);
    }
    const shown = new Map([...idsOf].map(([payload, ids]) => [payload, ids.flatMap((id) => people.get(id) ?? [])]));
    return asked.map(({ payload, userId }) => ({
      isWanted: wanting.has(userId),
      participants: shown.get(payload)!,
    }));
  }

  private wanting(organizationId: OrganizationId, asked: readonly LookupRequest<DirectTyping>[]): Promise<UserId[]> {
    return this.settings.wantingToSeeTyping(organizationId, [...new Set(asked.map(({ userId }) => userId))]);
  }

  private participantIds({ untoldIds = [] }: DirectTyping, audience: Audience): UserId[] {
    const told = audience.to === 'users' ? audience.ids : this.conversations.everybody(audience);
    return [...told, ...untoldIds].sort((one, other) => one - other);
  }
}
