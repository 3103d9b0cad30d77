import type { ApiKeyId, ChannelId, OrganizationId, SessionId, UserGroupId, UserId } from '@app/kernel';
import type { PermissionGraph } from './permissions/permission-graph';
import type { Role } from './roles/role';

/** The identity of an account as other users see it. */
export interface UserIdentity {
  fullName: string;
  /** The API address. */
  email: string;
  /** The real address. */
  deliveryEmail: string;
}

/** The channels to which a new user was invited. */
export interface NewcomerChannels {
  channelIds: readonly ChannelId[];
  /** Whether the organization's default channels are included. */
  includesDefaults: boolean;
  /** The inviter. That user may be permitted to add fewer users now than at the time of the invitation. */
  inviterId: UserId;
}

declare module '@app/kernel' {
  interface DomainEvents {
    /**
     * An organization was created with its system groups, owner and notification bot. (No `UsersCreated` is raised for
     * these two.) The cluster lock is held; a handler needs no other lock and can take none.
     */
    OrganizationCreated: { organizationId: OrganizationId; ownerId: UserId; notificationBotId: UserId };

    /** The user removed the organization's last e-mail domain. Held: the organization's lock. */
    LastEmailDomainRemoved: { organizationId: OrganizationId; userId: UserId };

    /**
     * Accounts were created: one, or those of a batch of an import. Held: the organization's lock and the locks that
     * `NewcomerLocks` requested. A handler can take no other.
     */
    UsersCreated: {
      organizationId: OrganizationId;
      userIds: readonly UserId[];
      areBots: boolean;
      /** The channels of the invitation, whose locks are held; `null`: the user was not invited. */
      joining: NewcomerChannels | null;
    };

    /**
     * A user signed up, with or without an invitation. `UsersCreated` was raised before. Held: the organization's lock.
     */
    AccountActivated: {
      organizationId: OrganizationId;
      userId: UserId;
      invitation: { inviterId: UserId; notifiesInviter: boolean; welcomeText: string | null } | null;
    };

    /** The role of an account changed. Held: the organization's lock. The permission version is already raised. */
    UserRoleChanged: { organizationId: OrganizationId; userId: UserId; from: Role; to: Role };

    /**
     * An account is about to become inactive. Handlers tell clients what they must know before that. Held as for
     * `UserDeactivated`, which follows.
     */
    UserIsLeaving: { organizationId: OrganizationId; userId: UserId };

    /**
     * An account was deactivated; each of its bots was deactivated before it. Held: the organization's lock and the
     * locks of all these users. The account is already inactive, the permission version raised, its queues ended and
     * its keys invalid. `comment`: the administrator's words for the mail; "": a mail without a comment; `null`: no
     * mail.
     */
    UserDeactivated: {
      organizationId: OrganizationId;
      userId: UserId;
      actorId: UserId | null;
      isBot: boolean;
      comment: string | null;
    };

    /**
     * A provider ended the logins of a person, or one of its sessions, or all of its logins. Held: the locks of the users
     * whose sessions and keys ended.
     */
    ExternalLoginsEnded: { providerId: number; subject: string | null; sid: string | null };

    /**
     * Keys or sessions of an account became invalid. `isThorough`: everything opened with other credentials must end
     * too, because the password was changed, all keys were replaced, or all browsers were logged out. Held: the lock of
     * `userId`.
     */
    CredentialsEnded: {
      organizationId: OrganizationId;
      userId: UserId;
      keyIds: readonly ApiKeyId[];
      sessionIds: readonly SessionId[];
      isThorough: boolean;
    };

    /** An account was reactivated, with its role, subscriptions and groups. Held as for `UserDeactivated`. */
    UserReactivated: { organizationId: OrganizationId; userId: UserId; actorId: UserId | null; isBot: boolean };

    /**
     * The name or an address of an account changed (for its role see `UserRoleChanged`). Held: the organization's lock.
     * `before` and `after` contain only changed fields.
     */
    UserChanged: {
      organizationId: OrganizationId;
      userId: UserId;
      before: Partial<UserIdentity>;
      after: Partial<UserIdentity>;
    };

    /**
     * Permissions of users may have changed because groups changed: members, subgroups, deactivation or reactivation of
     * a group, the waiting period or its end. Not raised for a change of role (see `UserRoleChanged`) or of the value
     * of a setting. Held: the organization's lock. The permission version is already raised and `after` belongs to it,
     * except at the end of a waiting period, which raises none.
     */
    PermissionsChanged: { organizationId: OrganizationId; before: PermissionGraph; after: PermissionGraph };

    /**
     * A user changed personal settings. `changes` contains the changed ones by their names on the wire. Held: the lock
     * of `userId`.
     */
    PersonalSettingsChanged: {
      organizationId: OrganizationId;
      userId: UserId;
      changes: Readonly<Record<string, unknown>>;
    };

    /** A user muted or unmuted another user. Held: the lock of `userId`. */
    UserWasMuted: { organizationId: OrganizationId; userId: UserId; mutedUserId: UserId };
    UserWasUnmuted: { organizationId: OrganizationId; userId: UserId; mutedUserId: UserId };

    /** Users were added to an existing user group, or removed from it. Held: the organization's lock. */
    GroupMembersChanged: {
      organizationId: OrganizationId;
      groupId: UserGroupId;
      /** `null`: a company directory. */
      actorId: UserId | null;
      added: UserId[];
      removed: UserId[];
    };
  }
}
