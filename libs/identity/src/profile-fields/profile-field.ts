import type { OrganizationId } from '@app/kernel';

/** The kinds of custom profile fields, by their numbers and words on the wire. */
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
  /** What the type needs besides, as JSON; empty where it needs nothing. */
  readonly fieldData: string;
  /** The place in the organization's list, from 1. */
  readonly position: number;
  readonly displayInProfileSummary: boolean;
  /** Clients ask for it; the server does not insist. */
  readonly required: boolean;
  /** Otherwise only administrators write values. */
  readonly editableByUser: boolean;
}

/** Texts are Markdown. */
export const isRendered = ({ type }: Pick<ProfileField, 'type'>): boolean =>
  type === PROFILE_FIELD_TYPE.shortText || type === PROFILE_FIELD_TYPE.longText;
