import type { OrganizationId, UserId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../records/user.repository';
import { ROLE } from '../roles/role';

const KIND = 'invites_changed';

const invitesChanged: EventKind<Record<string, never>> = {
  kind: KIND,
  type: KIND,
  variant: () => '',
  shape: (): ClientEvent => ({ type: KIND }),
};

/** The event that the list of invitations changed. Clients then fetch the list (docs/protocol/events.md). */
@Injectable()
export class InvitationClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(invitesChanged);
  }

  /** The event goes to administrators, who see all invitations, and to the users who sent them. */
  async tellChanged(organizationId: OrganizationId, inviterIds: readonly UserId[]): Promise<void> {
    const administrators = await this.users.activeIds(organizationId, ROLE.owner, ROLE.administrator);
    const ids = [...new Set([...administrators, ...inviterIds])].sort((one, other) => one - other);
    this.log.tell({ kind: KIND, organizationId, audience: { to: 'users', ids }, payload: {} });
  }
}
