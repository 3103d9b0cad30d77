import { DomainError } from '@app/kernel';
import type { OrganizationId } from '@app/kernel';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { checkedFullName } from '../users/full-name';
import { Invitation, mayStillInviteAs } from './invitation';
import { ConfirmationIsInvalid, SigningUpIsNotPossible } from '../confirmations/link.errors';
import { actorOf } from '../records/actor-of';
import type { Organization } from '../records/organization';
import { ROLE } from '../roles/role';
import type { User } from '../records/user';
import { InvitationRepository } from './invitation.repository';
import { UserRepository } from '../records/user.repository';
import { AddressRules } from '../email-domains/address-rules.service';
import { Audit } from '../audit/audit.service';
import { Confirmations, hashOfToken } from '../confirmations/confirmations.service';
import { GroupContents } from '../group-members/group-contents.service';
import { InvitationChannels } from './invitation-channels.port';
import { InvitationClientEvents } from './invitation.client-events';
import { NewcomerLocks } from '../user-changes/newcomer-locks.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';
import { NewUsers } from '../user-changes/new-users.service';
import { Users } from '../users/users.service';

/** The data behind a mailed link. */
export interface Ticket {
  /** The address to which the link was mailed. Its holder has shown control of the address. */
  readonly email: string;
  /** null: the user signed up without an invitation. */
  readonly invitation: Invitation | null;
}

export interface Newcomer {
  fullName: string;
  password: string;
}

/** Creates the accounts of users who open a mailed link: an invitation, or the confirmation of a sign-up. */
@Injectable()
export class AccountActivation {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly confirmations: Confirmations,
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly newUsers: NewUsers,
    private readonly organizations: Organizations,
    private readonly groups: GroupContents,
    private readonly channels: InvitationChannels,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly addresses: AddressRules,
    private readonly passwords: Passwords,
    private readonly clients: InvitationClientEvents,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Reads the data of the link without using it.
   * @throws ConfirmationIsInvalid
   */
  async look({ id }: Organization, token: string): Promise<Ticket> {
    const invitation = await this.invitations.findByToken(id, hashOfToken(token));
    if (invitation) return this.invited(invitation);
    const { email, payload } = await this.confirmations.look(id, 'sign_up', token);
    return this.signingUp(id, email, payload);
  }

  /**
   * Creates the account. If several requests use one link at the same time, one succeeds.
   * @throws ConfirmationIsInvalid, FullNameIsInvalid, PasswordIsTooWeak, EmailIsTaken, EmailIsNotAdmitted
   */
  async accept(organization: Organization, token: string, { fullName: given, password }: Newcomer): Promise<User> {
    const { email, invitation } = await this.look(organization, token);
    const fullName = checkedFullName(given);
    await this.users.assertEmailIsFree(organization.id, email);
    const passwordHash = await this.passwords.hashChecked(password, { email, fullName });
    const own = invitation ? this.channels.locksOf(invitation.channelIds) : [];
    return this.transactions.runWhenStable({
      resolve: () => this.newcomerLocks.of(organization.id),
      locksOf: (ofNewcomer) => [lock.organization(organization.id), ...own, ...ofNewcomer],
      work: () => this.open(organization.id, token, fullName, passwordHash),
    });
  }

  @Raises('AccountActivated')
  private async open(
    organizationId: OrganizationId,
    token: string,
    fullName: string,
    passwordHash: string,
  ): Promise<User> {
    const { email, invitation } = await this.take(organizationId, token);
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
      after: { user_id: id, invited_as: invitation.role },
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

  /** Uses the link, and all other links of the same invitation. */
  private async take(organizationId: OrganizationId, token: string): Promise<Ticket> {
    const invitation = await this.invitations.findByToken(organizationId, hashOfToken(token), true);
    if (invitation) {
      const ticket = await this.invited(invitation);
      await this.invitations.remove(invitation.id);
      return ticket;
    }
    const { email, payload } = await this.confirmations.redeem(organizationId, 'sign_up', token);
    return this.signingUp(organizationId, email, payload);
  }

  private async invited(invitation: Invitation): Promise<Ticket> {
    // A reusable link does not confirm an address, so it first leads to a mail.
    if (invitation.email === null) throw new ConfirmationIsInvalid();
    await this.assertIsGood(invitation);
    return { email: invitation.email, invitation };
  }

  private async signingUp(
    organizationId: OrganizationId,
    email: string,
    { invitation_id: id }: Readonly<Record<string, unknown>>,
  ): Promise<Ticket> {
    if (typeof id !== 'number') {
      const { settings } = await this.organizations.current(organizationId);
      if (settings.inviteRequired) throw new SigningUpIsNotPossible();
      return { email, invitation: null };
    }
    const invitation = await this.invitations.find(organizationId, id);
    if (!invitation) throw new ConfirmationIsInvalid();
    await this.assertIsGood(invitation);
    return { email, invitation };
  }

  /** An invitation grants only what its inviter could grant now. */
  private async assertIsGood({ organizationId, inviterId, role }: Invitation): Promise<void> {
    const inviter = await this.rows.find(organizationId, inviterId);
    if (!inviter || !mayStillInviteAs(inviter, role)) throw new ConfirmationIsInvalid();
  }
}
