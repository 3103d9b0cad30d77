import { DomainError } from '@app/kernel';
import type { OrganizationId } from '@app/kernel';
import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { AddressRules } from '../email-domains/address-rules.service';
import { GroupContents } from '../group-members/group-contents.service';
import { Organizations } from '../organizations/organizations.service';
import { actorOf } from '../records/actor-of';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { ROLE } from '../roles/role';
import { NewUsers } from '../user-changes/new-users.service';
import { Users } from '../users/users.service';
import { factsOfAcceptance } from './accepted-invitation';
import type { Invitation } from './invitation';
import type { Ticket } from './invitation-tickets.service';
import { InvitationClientEvents } from './invitation.client-events';

/** Creates the account of a mailed link, with the role, channels and groups of its invitation. */
@Injectable()
export class InvitedAccounts {
  constructor(
    private readonly users: Users,
    private readonly newUsers: NewUsers,
    private readonly organizations: Organizations,
    private readonly addresses: AddressRules,
    private readonly groups: GroupContents,
    private readonly clients: InvitationClientEvents,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
  ) {}

  /** The caller's transaction holds the locks of a new account and of the invitation's channels. */
  @Raises('AccountActivated')
  async open(
    organizationId: OrganizationId,
    { email, invitation }: Omit<Ticket, 'next'>,
    fullName: string,
    passwordHash: string | null,
  ): Promise<User> {
    const organization = await this.organizations.current(organizationId);
    await this.addresses.assertAdmits(organization, email);
    const role = invitation?.role ?? ROLE.member;
    const joining = invitation && {
      channelIds: invitation.channelIds,
      includesDefaults: invitation.includesDefaults,
      inviterId: invitation.inviterId,
    };
    const user = await this.newUsers.create({ organizationId, email, fullName, passwordHash, role, joining });
    if (invitation) await this.settle(organization, user, invitation);
    if (invitation) await this.clients.tellChanged(organizationId, [invitation.inviterId]);
    await this.events.raise('AccountActivated', {
      organizationId,
      userId: user.id,
      invitation: invitation && {
        inviterId: invitation.inviterId,
        notifiesInviter: invitation.notifiesInviter,
        welcomeText: invitation.welcomeText,
      },
    });
    return user;
  }

  private async settle(organization: Organization, { id }: User, invitation: Invitation): Promise<void> {
    const { id: organizationId } = organization;
    this.audit.record({
      organizationId,
      actorId: id,
      action: 'accepted',
      object: { type: 'invitation', id: invitation.id },
      after: factsOfAcceptance(id, invitation),
    });
    const inviter = await this.users.get(organizationId, invitation.inviterId);
    for (const groupId of invitation.groupIds) {
      try {
        const nothing = { remove: [], addSubgroups: [], removeSubgroups: [] };
        await this.groups.change(actorOf(inviter, organization), groupId, { add: [id], ...nothing });
      } catch (error) {
        // The inviter is no longer permitted to add members, or the group is deactivated. The user joins without that
        // group.
        if (!(error instanceof DomainError)) throw error;
      }
    }
  }
}
