import { DomainError } from '@app/kernel';

/** No credentials, or wrong ones: which of the two parts is wrong is not told. */
export class OrganizationIsUnknown extends DomainError {
  constructor() {
    super('The organization and its key are not known to this push relay', 'INVALID_ZULIP_SERVER');
  }
}

/** The operator has disabled the organization; its devices are kept. */
export class OrganizationIsDisabled extends DomainError {
  constructor() {
    super('The operator of this push relay has disabled the organization', 'PUSH_NOTIFICATIONS_DISALLOWED');
  }
}

/** The realm has never registered a device here. */
export class RealmIsUnknown extends DomainError {
  constructor() {
    super('The organization has not told this push relay of the realm', 'MISSING_REMOTE_REALM');
  }
}

/** The realm is bound to the organization that named it first. */
export class RealmIsOfAnother extends DomainError {
  constructor() {
    super('The realm belongs to another organization', 'REMOTE_REALM_SERVER_MISMATCH_ERROR');
  }
}

/** The registration was encrypted to a key that is not, or not any more, one of the relay's. */
export class RelayKeyIsUnknown extends DomainError {
  constructor() {
    super('The registration is encrypted to a key that this push relay does not have', 'INVALID_BOUNCER_PUBLIC_KEY');
  }
}

export class RegistrationIsExpired extends DomainError {
  constructor() {
    super('The registration was not made within the last day', 'REQUEST_EXPIRED');
  }
}

/** The request is invalid. The message gives the reason and repeats nothing of the request. */
export class RequestIsInvalid extends DomainError {}

export class QuotaIsUsedUp extends DomainError {
  constructor(seconds: number) {
    super('The organization has used up its quota of notifications', 'RATE_LIMIT_HIT', { 'retry-after': seconds });
  }
}

export class AddressAsksTooOften extends DomainError {
  constructor(seconds: number) {
    super('Too many requests without valid credentials', 'RATE_LIMIT_HIT', { 'retry-after': seconds });
  }
}

/** Not one notification of the batch got through to the push services: the server tries all of them again. */
export class NothingGotThrough extends DomainError {
  constructor() {
    super('The push services cannot be reached, or do not accept this push relay', 'PUSH_SERVICES_UNAVAILABLE');
  }
}
