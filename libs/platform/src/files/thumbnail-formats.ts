/** A smaller picture that is made of an uploaded one: as large as fits into the box. */
export interface ThumbnailFormat {
  /** The last part of its address. */
  readonly name: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Keeps the frames; only made of pictures that move. */
  readonly isAnimated: boolean;
}

/** What clients may choose from. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [
  { name: '840x560-anim.webp', maxWidth: 840, maxHeight: 560, isAnimated: true },
  { name: '840x560.webp', maxWidth: 840, maxHeight: 560, isAnimated: false },
];

/** Replaces the original if browsers cannot show it. */
export const TRANSCODED_FORMAT: ThumbnailFormat = {
  name: '4032x3024.webp',
  maxWidth: 4032,
  maxHeight: 3024,
  isAnimated: false,
};
