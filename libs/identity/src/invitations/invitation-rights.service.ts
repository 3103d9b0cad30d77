import type { ChannelId, UserGroupId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserGroupIsManaged, UserGroupIsUnknown } from '../permissions/user-group.errors';
import { assertMayInviteAs, assertTermIsPossible, InvitationTerms } from './invitation';
import { InvitingIsNotPermitted } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { assertNotGuest } from '../permissions/access';
import { isPermitted } from '../permissions/permission-context';
import { InvitationChannels } from './invitation-channels.port';
import { Permissions } from '../permissions/permissions.service';
import { UserGroups } from '../user-groups/user-groups.service';

/** The terms of an invitation as the request states them. The ids are not yet checked. */
export type WantedTerms = Omit<InvitationTerms, 'channelIds' | 'groupIds'> & {
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** The time for which the invitation is valid; `null`: until it is revoked. */
  readonly minutes: number | null;
};

/** Who invites users by mail, and by a link for many. */
export const INVITES = {
  can_invite_users_group: isPermitted('can_invite_users_group'),
  create_multiuse_invite_group: isPermitted('create_multiuse_invite_group'),
};

/** Permissions to invite users. Checked under the organization's lock, so that they are current. */
@Injectable()
export class InvitationRights {
  constructor(
    private readonly users: UserRepository,
    private readonly permissions: Permissions,
    private readonly groups: UserGroups,
    private readonly channels: InvitationChannels,
  ) {}

  /**
   * A user cannot invite to more than the user could grant directly.
   * @throws MustNotBeGuest, InvitingIsNotPermitted, InvitationTermIsInvalid, MustBeOwner, MustBeAdministrator,
   * UserGroupIsUnknown, UserGroupIsManaged, and what `InvitationChannels` throws
   */
  async check(
    actor: Actor,
    organization: Organization,
    permission: keyof typeof INVITES,
    { minutes, channelIds, groupIds, ...wanted }: WantedTerms,
  ): Promise<{ inviter: User; terms: InvitationTerms }> {
    const inviter = await this.acting(actor);
    await this.assertMayInvite(inviter, organization, permission);
    assertTermIsPossible(minutes);
    assertMayInviteAs(inviter.role, wanted.role);
    const [channels, groups] = [[...new Set(channelIds)], [...new Set(groupIds)]];
    await this.channels.assertMayInviteTo(actor, channels);
    for (const id of groups) await this.assertMayAddTo(actor, id);
    return { inviter, terms: { ...wanted, channelIds: channels as ChannelId[], groupIds: groups as UserGroupId[] } };
  }

  /** Reads the account again: roles may have changed since the request began. */
  async acting({ organizationId, userId }: Actor): Promise<User> {
    const user = await this.users.find(organizationId, userId);
    if (!user?.isActive) throw new InvitingIsNotPermitted();
    return user;
  }

  private async assertMayInvite(
    inviter: User,
    organization: Organization,
    permission: keyof typeof INVITES,
  ): Promise<void> {
    assertNotGuest(inviter);
    const subject = { userId: inviter.id, role: inviter.role, joinedAt: inviter.joinedAt };
    const graph = await this.permissions.current(organization.id);
    const context = { subject, graph, organization, called: inviter.fullName };
    if (!INVITES[permission].allows(context, null)) throw new InvitingIsNotPermitted();
  }

  private async assertMayAddTo(actor: Actor, groupId: number): Promise<void> {
    const { group, access, manager } = await this.groups.open(actor, groupId);
    if (group.isDeactivated || !access.addsMembers(group)) throw new UserGroupIsUnknown(groupId);
    if (manager !== null) throw new UserGroupIsManaged(manager);
  }
}
