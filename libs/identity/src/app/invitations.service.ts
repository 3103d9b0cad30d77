import type { ChannelId, InvitationId, OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Actor, lock, Secrets, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../domain/email-address';
import { UserGroupIsUnknown } from '../domain/errors';
import {
  assertMayInviteAs,
  assertTermIsPossible,
  DAILY_INVITATIONS,
  Invitation,
  InvitationTerms,
  MOST_ADDRESSES,
} from '../domain/invitation';
import {
  InvitationFailed,
  InvitationHasNoAddressee,
  InvitationIsUnknown,
  InvitingIsNotPermitted,
  Uninvited,
} from '../domain/link-errors';
import type { Organization } from '../domain/organization';
import { isAdministrator } from '../domain/role';
import { ANYBODY, isEmailVisibleTo, User } from '../domain/user';
import { InvitationRepository } from '../store/invitation.repository';
import { UserRepository } from '../store/user.repository';
import { assertNotGuest } from './access';
import { AccountMails } from './account-mails';
import { AddressRules } from './address-rules.service';
import { isPermitted } from './asker';
import { Audit } from './audit.service';
import { hashOfToken, newToken } from './confirmations.service';
import { InvitationChannels } from './invitation-channels';
import { InvitationClientEvents } from './invitation.client-events';
import { Organizations } from './organizations.service';
import { Permissions } from './permissions.service';
import { UserGroups } from './user-groups.service';

/** What an invitation leads to, as the request says it: ids that mean nothing yet. */
export type WantedTerms = Omit<InvitationTerms, 'channelIds' | 'groupIds'> & {
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** For how long; null: until it is revoked. */
  readonly minutes: number | null;
};

type Inviting = 'can_invite_users_group' | 'create_multiuse_invite_group';

const MAY: Readonly<Record<Inviting, ReturnType<typeof isPermitted>>> = {
  can_invite_users_group: isPermitted('can_invite_users_group'),
  create_multiuse_invite_group: isPermitted('create_multiuse_invite_group'),
};

/** Invitations, by mail to one person each and by links for many (reference: identity-and-channels.md 16). */
@Injectable()
export class Invitations {
  constructor(
    private readonly rows: InvitationRepository,
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly groups: UserGroups,
    private readonly channels: InvitationChannels,
    private readonly addresses: AddressRules,
    private readonly mails: AccountMails,
    private readonly clients: InvitationClientEvents,
    private readonly audit: Audit,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Sends an invitation to each address that can have one; the others are named by `InvitationFailed`, after it.
   * @throws InvitingIsNotPermitted, MustNotBeGuest, MustBeOwner, MustBeAdministrator, InvitationTermIsInvalid,
   *   InvitationHasNoAddressee, InvitationFailed, UserGroupIsUnknown, and what `InvitationChannels` throws
   */
  async send(actor: Actor, emails: readonly string[], wanted: WantedTerms): Promise<void> {
    const uninvited = await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const organization = await this.organizations.get(actor.organizationId);
      const { inviter, terms } = await this.checked(actor, organization, 'can_invite_users_group', wanted);
      if (emails.length === 0) throw new InvitationHasNoAddressee();
      await this.assertAreAddresses(organization, emails);
      const { invitable, others } = await this.sorted(organization.id, emails);
      const isWithinLimit = await this.rows.count(organization.id, invitable.length, DAILY_INVITATIONS);
      if (!isWithinLimit || emails.length > MOST_ADDRESSES) {
        const message = 'To protect users, no more invitations can be sent today';
        throw new InvitationFailed(message, { errors: [], sent: false, dailyLimitReached: true });
      }
      for (const email of invitable) await this.write(organization, inviter, email, terms, wanted.minutes);
      if (invitable.length > 0) await this.clients.tellChanged(organization.id, [actor.userId]);
      return others;
    });
    if (uninvited.length === 0) return;
    const sent = uninvited.length < emails.length;
    const message = sent
      ? 'Some of those addresses have accounts already and were not invited. The others were'
      : 'All of those addresses have accounts already: nobody was invited';
    throw new InvitationFailed(message, { errors: uninvited, sent });
  }

  /**
   * A link by which anybody can join; its address.
   * @throws as `send`, and nothing about addresses
   */
  makeLink(actor: Actor, wanted: WantedTerms): Promise<string> {
    return this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const organization = await this.organizations.get(actor.organizationId);
      const { inviter, terms } = await this.checked(actor, organization, 'create_multiuse_invite_group', wanted);
      const token = await this.write(organization, inviter, null, terms, wanted.minutes);
      await this.clients.tellChanged(organization.id, [actor.userId]);
      return linkOf(organization, token);
    });
  }

  /** Newest first: administrators see everybody's, others their own. With the addresses of links. */
  async list(actor: Actor): Promise<(Invitation & { url: string | null })[]> {
    const organization = await this.organizations.of(actor);
    await this.assertMayInvite(actor, organization);
    const all = await this.rows.list(actor.organizationId, isAdministrator(actor.role) ? null : actor.userId);
    return all.map((one) => ({
      ...one,
      url: one.email === null ? linkOf(organization, this.secrets.open(one.sealedToken)) : null,
    }));
  }

  /**
   * Sends the mail again, and lets its time begin again.
   * @throws InvitationIsUnknown, MustBeOwner, MustBeAdministrator
   */
  async resend(actor: Actor, id: number): Promise<void> {
    await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const organization = await this.organizations.get(actor.organizationId);
      const { invitation, acting } = await this.own(actor, id, false);
      assertMayInviteAs(acting.role, invitation.role);
      if (!(await this.rows.count(organization.id, 1, DAILY_INVITATIONS))) {
        const message = 'To protect users, no more invitations can be sent today';
        throw new InvitationFailed(message, { errors: [], sent: false, dailyLimitReached: true });
      }
      await this.rows.renew(invitation.id);
      const inviter = await this.users.find(organization.id, invitation.inviterId);
      await this.mails.invite(
        organization,
        invitation.email!,
        named(inviter!),
        this.secrets.open(invitation.sealedToken),
      );
      this.record(organization.id, 'resent', invitation.id, {});
      await this.clients.tellChanged(organization.id, [invitation.inviterId]);
    });
  }

  /** @throws InvitationIsUnknown, also for a link among mails and the other way round; MustBeOwner, MustBeAdministrator */
  async revoke(actor: Actor, id: number, isLink: boolean): Promise<void> {
    await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const { invitation, acting } = await this.own(actor, id, isLink);
      const { organizationId, inviterId, role } = invitation;
      if (inviterId !== actor.userId) assertMayInviteAs(acting.role, role);
      await this.rows.remove(invitation.id);
      this.record(organizationId, 'revoked', invitation.id, {});
      await this.clients.tellChanged(organizationId, [inviterId]);
    });
  }

  /** Somebody may not invite any more, or to less than before: what he may not give is void. Under the organization's lock. */
  async withdraw(organizationId: OrganizationId, inviterId: UserId, weakestRole: number): Promise<void> {
    const removed = await this.rows.removeOf(inviterId, weakestRole);
    for (const id of removed) this.record(organizationId, 'revoked', id, { inviter_id: inviterId });
    if (removed.length > 0) await this.clients.tellChanged(organizationId, [inviterId]);
  }

  private async checked(
    actor: Actor,
    organization: Organization,
    permission: Inviting,
    { minutes, channelIds, groupIds, ...wanted }: WantedTerms,
  ): Promise<{ inviter: User; terms: InvitationTerms }> {
    const inviter = await this.acting(actor);
    await this.assertMayInvite(actor, organization, permission);
    assertTermIsPossible(minutes);
    assertMayInviteAs(inviter.role, wanted.role);
    await this.channels.assertMayInviteTo(actor, channelIds);
    await this.assertMayAddTo(actor, groupIds);
    const unique = <Id>(ids: readonly number[]) => [...new Set(ids)] as Id[];
    const terms = { ...wanted, channelIds: unique<ChannelId>(channelIds), groupIds: unique<UserGroupId>(groupIds) };
    return { inviter, terms };
  }

  private async assertMayInvite(actor: Actor, organization: Organization, permission?: Inviting): Promise<void> {
    assertNotGuest(actor);
    const graph = this.transactions.open
      ? await this.permissions.graphNow(actor.organizationId)
      : await this.permissions.graphOf(actor);
    const asker = { subject: actor, graph, organization, called: actor.fullName };
    const names = permission ? [permission] : (Object.keys(MAY) as Inviting[]);
    if (isAdministrator(actor.role) && !permission) return;
    if (!names.some((name) => MAY[name].allows(asker, null))) throw new InvitingIsNotPermitted();
  }

  /** Nobody gets into a group by an invitation whom the inviter could not put there. */
  private async assertMayAddTo(actor: Actor, groupIds: readonly number[]): Promise<void> {
    for (const id of new Set(groupIds)) {
      const { group, access } = await this.groups.open(actor, id as UserGroupId);
      if (group.isDeactivated || !access.addsMembers(group)) throw new UserGroupIsUnknown(id);
    }
  }

  private async assertAreAddresses(organization: Organization, emails: readonly string[]): Promise<void> {
    const errors: Uninvited[] = [];
    for (const email of emails) {
      const reason = isEmailAddress(email) ? await this.addresses.objection(organization, email) : 'Invalid address.';
      if (reason !== null) errors.push([email, reason, false]);
    }
    if (errors.length === 0) return;
    throw new InvitationFailed('Some of those addresses cannot be invited: no invitation was sent', {
      errors,
      sent: false,
    });
  }

  private async sorted(organizationId: OrganizationId, emails: readonly string[]) {
    const holders = await this.users.findByEmails(organizationId, emails);
    const others: Uninvited[] = [];
    const invitable: string[] = [];
    for (const email of emails) {
      const folded = email.toLowerCase();
      const holder = holders.find((one) => [one.email, one.deliveryEmail].some((own) => own.toLowerCase() === folded));
      if (!holder) invitable.push(email);
      else if (holder.isActive) others.push([email, 'Already has an account.', false]);
      else others.push([email, 'Account has been deactivated.', true]);
    }
    return { invitable, others };
  }

  private async write(
    organization: Organization,
    inviter: User,
    email: string | null,
    terms: InvitationTerms,
    minutes: number | null,
  ): Promise<string> {
    const token = newToken();
    const organizationId = organization.id;
    const id = await this.rows.insert({
      ...terms,
      organizationId,
      inviterId: inviter.id,
      email,
      minutes,
      tokenHash: hashOfToken(token),
      sealedToken: this.secrets.seal(token),
    });
    const { role, channelIds, groupIds } = terms;
    this.record(organizationId, 'created', id, {
      is_multiuse: email === null,
      invited_as: role,
      stream_ids: channelIds,
      group_ids: groupIds,
    });
    if (email !== null) await this.mails.invite(organization, email, named(inviter), token);
    return token;
  }

  private async own(actor: Actor, id: number, isLink: boolean): Promise<{ invitation: Invitation; acting: User }> {
    const invitation = await this.rows.find(actor.organizationId, id);
    const acting = await this.acting(actor);
    const isOwn = invitation?.inviterId === actor.userId || isAdministrator(acting.role);
    if (!invitation || !isOwn || (invitation.email === null) !== isLink) throw new InvitationIsUnknown();
    return { invitation, acting };
  }

  /** As the account is now that the organization is locked: roles may have changed since the request began. */
  private async acting({ organizationId, userId }: Actor): Promise<User> {
    const user = await this.users.find(organizationId, userId);
    if (!user?.isActive) throw new InvitingIsNotPermitted();
    return user;
  }

  private record(organizationId: OrganizationId, action: string, id: InvitationId, facts: object): void {
    const object = { type: 'invitation', id };
    this.audit.record({
      organizationId,
      action,
      object,
      ...(action === 'revoked' ? { before: facts } : { after: facts }),
    } as never);
  }
}

const linkOf = ({ url }: Organization, token: string): string => `${url}/join/${token}/`;

/** Strangers learn an inviter's address only where everybody may. */
const named = (inviter: User) => ({
  fullName: inviter.fullName,
  deliveryEmail: isEmailVisibleTo(inviter, ANYBODY) ? inviter.deliveryEmail : null,
});
