/** The value of one field of one user, as user objects show it. */
export interface ProfileValue {
  readonly value: string;
  /** HTML; only for texts. */
  readonly rendered_value?: string;
}

/** Values by field id. */
export type ProfileData = Readonly<Record<string, ProfileValue>>;
