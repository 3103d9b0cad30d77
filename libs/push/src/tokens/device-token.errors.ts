import { DomainError } from '@app/kernel';

export class DeviceTokenIsInvalid extends DomainError {
  constructor() {
    super('Invalid APNS token');
  }
}

/** Never registered, or by somebody else: both answer alike. */
export class DeviceTokenDoesNotExist extends DomainError {
  constructor() {
    super('Token does not exist');
  }
}

/** As above, and known to the relay no more: where a notification was to go to that device. */
export class PushDeviceTokenIsInvalid extends DomainError {
  constructor() {
    super('Device not recognized', 'INVALID_PUSH_DEVICE_TOKEN');
  }
}
