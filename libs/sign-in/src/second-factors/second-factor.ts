import type { OrganizationId, UserId } from '@app/kernel';

export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The user whose factors are meant. `User` has the fields. */
export interface FactorOwner {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
}

/** A second factor that is set up. */
export interface SecondFactor {
  readonly id: number;
  readonly kind: FactorKind;
  readonly label: string;
  /** UNIX seconds, like the next one. */
  readonly createdAt: number;
  /** `null`: never. */
  readonly lastUsedAt: number | null;
}

/** The most factors of one user, with those that are being set up. */
export const MAX_FACTORS = 20;
/** A factor that is not confirmed within this time must be set up again. */
export const SET_UP_MINUTES = 30;
export const MAX_LABEL = 60;
export const MAX_CODE = 64;

/** The name of a factor for which the user gave none. */
export const DEFAULT_LABELS: Readonly<Record<FactorKind, string>> = { totp: 'Authenticator app', passkey: 'Passkey' };
