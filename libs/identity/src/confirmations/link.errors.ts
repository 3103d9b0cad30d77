import { DomainError } from '@app/kernel';

/** The link is unknown, used, expired or revoked. All cases get the same answer. */
export class ConfirmationIsInvalid extends DomainError {
  constructor() {
    super('This link is not valid any more');
  }
}

export class EmailChangesAreDisabled extends DomainError {
  constructor() {
    super('Email address changes are disabled in this organization');
  }
}

export class InvitingIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to invite others');
  }
}

/** The invitation is unknown, in another organization, used, or made by another user. All cases get the same answer. */
export class InvitationIsUnknown extends DomainError {
  constructor() {
    super('No such invitation');
  }
}

export class InvitationHasNoAddressee extends DomainError {
  constructor() {
    super('You must specify at least one email address');
  }
}

export class InvitationTermIsInvalid extends DomainError {
  constructor() {
    super('Invalid invite_expires_in_minutes');
  }
}

/** An address that is not invited, the reason, and whether it belongs to a deactivated account. */
export type Uninvited = [email: string, reason: string, isDeactivated: boolean];

interface FailedInvitation {
  errors: readonly Uninvited[];
  /** Whether the other addresses were invited. */
  sent: boolean;
  dailyLimitReached?: boolean;
}

export class InvitationFailed extends DomainError {
  constructor(message: string, { errors, sent, dailyLimitReached = false }: FailedInvitation) {
    super(message, 'INVITATION_FAILED', {
      errors,
      sent_invitations: sent,
      license_limit_reached: false,
      daily_limit_reached: dailyLimitReached,
    });
  }
}

export class SigningUpIsNotPossible extends DomainError {
  constructor() {
    super('An invitation is needed to join this organization');
  }
}

/** The two entries of the new password differ. */
export class PasswordsDiffer extends DomainError {
  constructor() {
    super('The two passwords are not the same');
  }
}
