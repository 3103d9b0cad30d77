/** An emoji of the organization's own; it beats a built-in one of the same name. */
export interface CustomEmoji {
  id: number;
  name: string;
  /** Relative to this server. */
  sourceUrl: string;
  /** The first frame of an animated one. */
  stillUrl: string | null;
}
