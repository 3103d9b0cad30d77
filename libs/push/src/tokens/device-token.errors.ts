import { DomainError } from '@app/kernel';

export class DeviceTokenIsInvalid extends DomainError {
  constructor() {
    super('Invalid APNS token');
  }
}

/** The token was never registered, or belongs to another user. Both cases get the same answer. */
export class DeviceTokenDoesNotExist extends DomainError {
  constructor() {
    super('Token does not exist');
  }
}

/** As above, or the relay no longer knows the token of the device. */
export class PushDeviceTokenIsInvalid extends DomainError {
  constructor() {
    super('Device not recognized', 'INVALID_PUSH_DEVICE_TOKEN');
  }
}
