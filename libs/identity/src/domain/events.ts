import type { OrganizationId, UserId } from '@app/kernel';
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
  }
}
