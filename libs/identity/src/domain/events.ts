import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import type { PermissionGraph } from './permission-graph';
import type { Role } from './role';

declare module '@app/kernel' {
  interface DomainEvents {
    /**
     * An organization came into being with its system groups, its owner and its notification bot (for those two no
     * `UserCreated` is raised). The cluster lock is held: no other lock need be, or can be, taken.
     */
    OrganizationCreated: { organizationId: OrganizationId; ownerId: UserId; notificationBotId: UserId };

    /**
     * An account was created. Held: the organization's lock and whatever `NewcomerLocks` asked for (a reaction can take
     * no other).
     */
    UserCreated: { organizationId: OrganizationId; userId: UserId; role: Role; isBot: boolean };

    /** An account was given another role. Held: the organization's lock. The permission version is already raised. */
    UserRoleChanged: { organizationId: OrganizationId; userId: UserId; from: Role; to: Role };

    /**
     * Somebody may hold other permissions than before because groups changed: members, subgroups, a group deactivated or
     * reactivated, the waiting period or its end. Not raised for a change of somebody's role (`UserRoleChanged` is) or of
     * what a setting is. Held: the organization's lock. The permission version is already raised, unless time alone did
     * it, and `after` belongs to it.
     */
    PermissionsChanged: { organizationId: OrganizationId; before: PermissionGraph; after: PermissionGraph };

    /** People were put into an existing user group, or taken out of it. Held: the organization's lock. */
    GroupMembersChanged: {
      organizationId: OrganizationId;
      groupId: UserGroupId;
      actorId: UserId;
      added: UserId[];
      removed: UserId[];
    };
  }
}
