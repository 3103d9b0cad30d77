/** A customer of the relay: one installation of a chat server, which may hold several realms. */
export interface Organization {
  /** UUID; the user name of its credentials. */
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** For the operator's list. */
export interface OrganizationSummary extends Organization {
  readonly createdAt: Date;
  readonly realms: number;
  readonly devices: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID in its usual form, in lower case; null for anything else. */
export const uuidOf = (text: string): string | null => (UUID.test(text) ? text.toLowerCase() : null);
