import { DomainError } from '@app/kernel';

const REASONS = {
  no_address: (provider: string) => `${provider} gives no e-mail address of yours`,
  unverified_address: (provider: string) => `${provider} has not verified your e-mail address`,
  taken_address: () => 'There is an account with your address already, which is not linked with this login',
  no_account: () => 'You have no account here: ask an administrator for one',
  foreign_domain: () => 'Addresses of that domain get no account here',
  no_invitation: () => 'You have no invitation: ask a member of the team for one',
};
type Reason = keyof typeof REASONS;

/** The provider knows the person, but there is no account here for them and none is made. */
export class NoAccountForPerson extends DomainError {
  constructor(
    readonly reason: Reason,
    provider = '',
  ) {
    super(REASONS[reason](provider), 'AUTHENTICATION_FAILED');
  }
}

/** Why a person does not get in, for clients with words of their own for it. */
export const REFUSALS = [...(Object.keys(REASONS) as Reason[]), 'deactivated', 'other'] as const;
export type RefusalCode = (typeof REFUSALS)[number];

export function refusalCodeOf(error: DomainError): RefusalCode {
  if (error instanceof NoAccountForPerson) return error.reason;
  return error.code === 'USER_DEACTIVATED' ? 'deactivated' : 'other';
}

/** A test names no person whom the provider would let in. */
export class PersonIsNotFound extends DomainError {}
