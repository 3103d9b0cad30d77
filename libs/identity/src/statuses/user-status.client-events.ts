import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { StatusPatch, StatusRow, UserStatus } from './user-status';
import { UserEventAudiences } from '../guest-visibility/user-event-audiences.service';

/** A status as clients receive it, without empty fields. */
export interface StatusObject {
  away?: true;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}

/** Only changed fields; an empty text removes the status text. */
type Changed = { readonly userId: UserId } & Readonly<Record<string, unknown>>;

const changed: EventKind<Changed> = {
  kind: 'user_status',
  type: 'user_status',
  variant: () => '',
  shape: ({ userId, ...news }) => ({ type: 'user_status', user_id: userId, ...news }),
};

export const statusObject = ({ text, emoji, isAway }: UserStatus & Pick<StatusRow, 'isAway'>): StatusObject => ({
  ...(isAway ? { away: true as const } : {}),
  ...(text === '' ? {} : { status_text: text }),
  ...(emoji ? { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.kind } : {}),
});

/** The statuses of users, for viewers who may see the users. */
@Injectable()
export class UserStatusClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly audiences: UserEventAudiences,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
  }

  /** A guest begins to see users who have a status. */
  tellMet(organizationId: OrganizationId, guestId: UserId, statuses: readonly StatusRow[]): void {
    const audience = { to: 'users' as const, ids: [guestId] };
    for (const status of statuses) {
      const payload = { userId: status.userId, ...statusObject(status) };
      this.log.tell({ kind: changed.kind, organizationId, audience, payload });
    }
  }

  tellChanged(organizationId: OrganizationId, userId: UserId, { text, emoji }: StatusPatch): Promise<void> {
    return this.tell(organizationId, userId, {
      ...(text === undefined ? {} : { status_text: text }),
      ...(emoji === undefined
        ? {}
        : { emoji_name: emoji?.name ?? '', emoji_code: emoji?.code ?? '', reaction_type: emoji?.kind ?? '' }),
    });
  }

  /** The user shows or hides presence. Older clients call hiding "away". */
  tellAway(organizationId: OrganizationId, userId: UserId, isAway: boolean): Promise<void> {
    return this.tell(organizationId, userId, { away: isAway });
  }

  private async tell(organizationId: OrganizationId, userId: UserId, news: Record<string, unknown>): Promise<void> {
    const { all } = await this.audiences.of({ id: userId, organizationId, isBot: false });
    this.log.tell({ kind: changed.kind, organizationId, audience: all, payload: { userId, ...news } });
  }
}
