import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { StatusWish, UserStatus } from '../domain/user-status';
import { StatusRow, UserStatusRepository } from '../store/user-status.repository';
import { Acquaintances } from './acquaintances.service';
import { Onlookers } from './onlookers.service';

/** A status as clients see it: only what there is. */
export interface StatusObject {
  away?: true;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}

/** Only what changed; empty words: it is not said any longer. */
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

/** What people say of themselves at the moment, to whoever may know of them. */
@Injectable()
export class UserStatusClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['user_status'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: UserStatusRepository,
    private readonly acquaintances: Acquaintances,
    private readonly onlookers: Onlookers,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const known = await this.acquaintances.knownNow(actor);
    const statuses = (await this.rows.list(actor.organizationId)).filter(({ userId }) => known?.has(userId) ?? true);
    return { user_status: Object.fromEntries(statuses.map((one) => [String(one.userId), statusObject(one)])) };
  }

  tellChanged(organizationId: OrganizationId, userId: UserId, { text, emoji }: StatusWish): Promise<void> {
    return this.tell(organizationId, userId, {
      ...(text === undefined ? {} : { status_text: text }),
      ...(emoji === undefined
        ? {}
        : { emoji_name: emoji?.name ?? '', emoji_code: emoji?.code ?? '', reaction_type: emoji?.kind ?? '' }),
    });
  }

  /** Somebody lets it be known whether he is there, or does not: older clients call that being away. */
  tellAway(organizationId: OrganizationId, userId: UserId, isAway: boolean): Promise<void> {
    return this.tell(organizationId, userId, { away: isAway });
  }

  private async tell(organizationId: OrganizationId, userId: UserId, news: Record<string, unknown>): Promise<void> {
    const { all } = await this.onlookers.of({ id: userId, organizationId, isBot: false });
    this.log.tell({ kind: changed.kind, organizationId, audience: all, payload: { userId, ...news } });
  }
}
