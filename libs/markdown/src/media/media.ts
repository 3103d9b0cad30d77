/** A file of the organization that a text links to. */
export interface Upload {
  /** `realm/xx/random/name`, without `/user_uploads/`. */
  pathId: string;
  contentType: string;
  /** null: no image, or none that we show. */
  image: UploadedImage | null;
}

export interface UploadedImage {
  /** Of the original as it is shown, in pixels. */
  width: number;
  height: number;
  isAnimated: boolean;
  /** The name of a large thumbnail, such as `4032x3024.webp`, when clients cannot show the original (HEIC, TIFF). */
  transcoded: string | null;
  /** Of its thumbnails: `pending` shows a placeholder, `failed` only the link. */
  state: 'ready' | 'pending' | 'failed';
}

/** The preview of a linked page. `nothing`: it was fetched, and there is nothing to show. */
export type LinkPreview =
  | { kind: 'card'; title: string | null; description: string | null; imageUrl: string | null }
  | { kind: 'video'; title: string | null; embedHtml: string; thumbnailUrl: string }
  | { kind: 'nothing' };
