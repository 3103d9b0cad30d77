import type { Actor } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { MutedUser, MutedUserRepository } from './muted-user.repository';

interface Listed {
  readonly users: readonly MutedUser[];
}

const listed: EventKind<Listed> = {
  kind: 'muted_users',
  type: 'muted_users',
  variant: () => '',
  shape: ({ users }) => ({ type: 'muted_users', muted_users: users }),
};

/** Client events and snapshot of muted users. Only the muting user's own clients receive them. */
@Injectable()
export class MutedUserClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['muted_users'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: MutedUserRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(listed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { muted_users: await this.rows.list(actor.userId) };
  }

  readForSpectator(): Record<string, unknown> {
    return { muted_users: [] };
  }

  /** The event contains the whole list. */
  async tell({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>): Promise<void> {
    const users = await this.rows.list(userId);
    this.log.tell({ kind: listed.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload: { users } });
  }
}
