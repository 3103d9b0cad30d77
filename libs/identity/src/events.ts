import type { ApiKeyId, ChannelId, OrganizationId, SessionId, UserGroupId, UserId } from '@app/kernel';
import type { PermissionGraph } from './permissions/permission-graph';
import type { Role } from './roles/role';

/** How others know an account. */
export interface UserIdentity {
  fullName: string;
  /** The API address. */
  email: string;
  /** The real address. */
  deliveryEmail: string;
}

/** The channels that a newcomer was invited to. */
export interface NewcomerChannels {
  channelIds: readonly ChannelId[];
  /** The organization's default channels too. */
  includesDefaults: boolean;
  /** The user who sent the invitation, who may be able to add fewer users by now. */
  inviterId: UserId;
}

declare module '@app/kernel' {
  interface DomainEvents {
    /**
     * An organization came into being with its system groups, its owner and its notification bot (for those two no
     * `UserCreated` is raised). The cluster lock is held: no other lock need be, or can be, taken.
     */
    OrganizationCreated: { organizationId: OrganizationId; ownerId: UserId; notificationBotId: UserId };

    /** The user removed the last e-mail domain that the organization listed. Held: the organization's lock. */
    LastEmailDomainRemoved: { organizationId: OrganizationId; userId: UserId };

    /**
     * An account was created. Held: the organization's lock and whatever `NewcomerLocks` asked for (a reaction can take
     * no other).
     */
    UserCreated: {
      organizationId: OrganizationId;
      userId: UserId;
      role: Role;
      isBot: boolean;
      /** Where an invitation leads; null: nobody invited. The locks of those channels are held. */
      joining: NewcomerChannels | null;
    };

    /**
     * A user has signed up, with an invitation or without one; `UserCreated` was raised before. Held:
     * the organization's lock.
     */
    AccountActivated: {
      organizationId: OrganizationId;
      userId: UserId;
      invitation: { inviterId: UserId; notifiesInviter: boolean; welcomeText: string | null } | null;
    };

    /** An account was given another role. Held: the organization's lock. The permission version is already raised. */
    UserRoleChanged: { organizationId: OrganizationId; userId: UserId; from: Role; to: Role };

    /**
     * An account is inactive from now on, and clients do not know it yet: what they must be told before is told now.
     * Held as for `UserDeactivated`, which follows.
     */
    UserIsLeaving: { organizationId: OrganizationId; userId: UserId };

    /**
     * An account was switched off; its own bots one by one before it. Held: the organization's lock and, of everybody
     * concerned, the user's. The account is inactive already and the permission version raised; its queues are ended
     * and its keys are worth nothing. `comment`: the administrator's own words for the mail; "": a mail without any;
     * null: no mail.
     */
    UserDeactivated: {
      organizationId: OrganizationId;
      userId: UserId;
      actorId: UserId | null;
      isBot: boolean;
      comment: string | null;
    };

    /**
     * Keys or sessions of an account are worth nothing any more. `isThorough`: whatever was opened with others is to end,
     * too, since the password was changed, all keys were replaced, or all browsers logged out. Held: the lock of `userId`.
     */
    CredentialsEnded: {
      organizationId: OrganizationId;
      userId: UserId;
      keyIds: readonly ApiKeyId[];
      sessionIds: readonly SessionId[];
      isThorough: boolean;
    };

    /** An account is in use again, with its role, subscriptions and groups. Held as for `UserDeactivated`. */
    UserReactivated: { organizationId: OrganizationId; userId: UserId; actorId: UserId | null; isBot: boolean };

    /**
     * Name or addresses of an account are others now (its role: `UserRoleChanged`). Held: the organization's lock.
     * Only what changed is in `before` and `after`.
     */
    UserChanged: {
      organizationId: OrganizationId;
      userId: UserId;
      before: Partial<UserIdentity>;
      after: Partial<UserIdentity>;
    };

    /**
     * Somebody may hold other permissions than before because groups changed: members, subgroups, a group deactivated or
     * reactivated, the waiting period or its end. Not raised for a change of somebody's role (`UserRoleChanged` is) or of
     * what a setting is. Held: the organization's lock. The permission version is already raised, unless time alone did
     * it, and `after` belongs to it.
     */
    PermissionsChanged: { organizationId: OrganizationId; before: PermissionGraph; after: PermissionGraph };

    /**
     * Somebody wants things otherwise than before; `changes`: the settings that are others now, by their names on the wire.
     * Held: the lock of `userId`.
     */
    PersonalSettingsChanged: {
      organizationId: OrganizationId;
      userId: UserId;
      changes: Readonly<Record<string, unknown>>;
    };

    /** Somebody does not want to hear of somebody else any longer, or does again. Held: the lock of `userId`. */
    UserWasMuted: { organizationId: OrganizationId; userId: UserId; mutedUserId: UserId };
    UserWasUnmuted: { organizationId: OrganizationId; userId: UserId; mutedUserId: UserId };

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
