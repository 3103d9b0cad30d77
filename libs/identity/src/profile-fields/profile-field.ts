import type { OrganizationId } from '@app/kernel';

/** The types of custom profile fields by name, with their numbers on the wire. */
export const PROFILE_FIELD_TYPE = {
  shortText: 1,
  longText: 2,
  select: 3,
  date: 4,
  url: 5,
  users: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;

export type ProfileFieldType = (typeof PROFILE_FIELD_TYPE)[keyof typeof PROFILE_FIELD_TYPE];

/** A custom profile field of an organization. */
export interface ProfileField {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly type: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  /** Additional data of the type, as JSON; empty if the type has none. */
  readonly fieldData: string;
  /** The position in the organization's list, from 1. */
  readonly position: number;
  readonly displayInProfileSummary: boolean;
  /** Clients ask for a value; the server does not require one. */
  readonly required: boolean;
  /** If false, only administrators may change values. */
  readonly editableByUser: boolean;
}

/** Values of these types are Markdown. */
export const isRendered = ({ type }: Pick<ProfileField, 'type'>): boolean =>
  type === PROFILE_FIELD_TYPE.shortText || type === PROFILE_FIELD_TYPE.longText;
