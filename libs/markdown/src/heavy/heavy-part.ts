/** Something in a text that is costly to make. Plain data: it may be made in another thread. */
export type HeavyPart =
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'formula'; readonly text: string; readonly isDisplayed: boolean };

/** HTML by `keyOf` the part; null: it is shown as it was written. */
export type MadeParts = ReadonlyMap<string, string | null>;

export const keyOf = (part: HeavyPart): string => JSON.stringify(part);
