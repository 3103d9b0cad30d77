/** The value of one field of one user, as user objects show it. */
export interface ProfileValue {
  readonly value: string;
  /** HTML; of texts only. */
  readonly rendered_value?: string;
}

/** Values by the id of their field. */
export type ProfileData = Readonly<Record<string, ProfileValue>>;
