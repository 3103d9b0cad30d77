import { DomainError } from '@app/kernel';

export class PushServiceIsNotConfigured extends DomainError {
  constructor() {
    super('Server is not configured to use push notification service.', 'PUSH_SERVICE_NOT_CONFIGURED');
  }
}

export class KeyIsInvalid extends DomainError {
  constructor(parameter: string) {
    super(`${parameter} is not a public key of 32 bytes in base64`);
  }
}

export class RegistrationIsInvalid extends DomainError {
  constructor() {
    super('encrypted_push_registration is not base64, or too long');
  }
}

/** The named device is absent or belongs to another user. Both cases get the same answer. */
export class NoPushDeviceIsActive extends DomainError {
  constructor() {
    super('No active push device is registered', 'NO_ACTIVE_PUSH_DEVICE');
  }
}

/** The credentials are wrong, or the relay refuses the organization. The operator can correct this. */
export class RelayRefusesOrganization extends DomainError {
  constructor() {
    super('The push relay refuses this organization: an administrator of the server must act', 'ADMIN_ACTION_REQUIRED');
  }
}

export class RelayIsUnreachable extends DomainError {
  constructor() {
    super('The push relay cannot be reached', 'FAILED_TO_CONNECT_BOUNCER');
  }
}

export class RelayIsBroken extends DomainError {
  constructor() {
    super('The push relay could not send the notification', 'INTERNAL_SERVER_ERROR_ON_BOUNCER');
  }
}
