import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import sharp, { Sharp } from 'sharp';

/** A picture cannot be decoded, or has too many pixels. */
export class PictureIsUnreadable extends DomainError {
  constructor() {
    super('Could not decode image; did you upload an image file?', 'BAD_IMAGE');
  }
}

/**
 * The properties of a picture from its header. Width and height are as displayed. A very long animation counts as not
 * animated.
 */
export interface Picture {
  readonly format: PictureFormat;
  /** MIME type. */
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'tiff';

const CONTENT_TYPES: Record<PictureFormat, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  tiff: 'image/tiff',
};

/** As many pixels as decoding may take, all frames together: 100 megapixels are 400 MB for a moment. */
const MAX_PIXELS = 100_000_000;
const MAX_FRAMES = 400;
const LONGEST_SECONDS = 20;
/** Pictures in work at a time, a process: each may take the memory above. */
const AT_ONCE = 2;

export interface Fit {
  readonly width: number;
  readonly height: number;
  /** Keeps the frames of what is animated. Default: the first one. */
  readonly animated?: boolean;
}

/** A picture as bytes, or the path of a file with it. */
type Source = Buffer | string;

// Uploaded files are decoded once each: a cache of them would only keep memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Inspects uploaded pictures and converts them. Only a few common raster formats are decoded, determined by content,
 * never SVG. Pixels, frames and time are bounded, whatever a header contains. Called outside transactions.
 */
@Injectable()
export class Pictures {
  private readonly limit = pLimit(AT_ONCE);

  /** Reads the header only. @throws PictureIsUnreadable for what is no picture that this decodes, or too large a one */
  async probe(source: Source): Promise<Picture> {
    return this.attempt(async () => {
      const metadata = await open(source, false).metadata();
      const format = formatOf(metadata);
      if (!format) throw new PictureIsUnreadable();
      const { autoOrient, width, height, pages = 1 } = metadata;
      const moves = pages > 1 && (format === 'gif' || format === 'webp');
      const isAnimated = moves && pages <= MAX_FRAMES && width * height * pages <= MAX_PIXELS;
      return {
        format,
        contentType: CONTENT_TYPES[format],
        width: autoOrient?.width ?? width,
        height: autoOrient?.height ?? height,
        isAnimated,
      };
    });
  }

  /** Cuts the picture to a centered square: PNG, the first frame. */
  async square(source: Source, pixels: number): Promise<Buffer> {
    return this.make(source, false, (picture) => picture.resize(pixels, pixels, { fit: 'cover' }).png());
  }

  /**
   * Made to fit into a box, without cutting, never larger than it was: WebP, or PNG. @throws PictureIsUnreadable
   */
  async fit(source: Source, { width, height, animated = false }: Fit, as: 'webp' | 'png' = 'webp'): Promise<Buffer> {
    return this.make(source, animated, (picture) => {
      const fitted = picture.resize(width, height, { fit: 'inside', withoutEnlargement: true });
      return as === 'webp' ? fitted.webp({ quality: 80 }) : fitted.png();
    });
  }

  /**
   * An icon of exactly `pixels` a side that contains the whole picture on a transparent background. Animated ones
   * become GIF.
   * @throws PictureIsUnreadable
   */
  async icon(source: Source, pixels: number, options: { animated?: boolean } = {}): Promise<Buffer> {
    const { animated = false } = options;
    const ground = { r: 0, g: 0, b: 0, alpha: 0 };
    return this.make(source, animated, (picture) => {
      const fitted = picture.resize(pixels, pixels, { fit: 'contain', background: ground });
      return animated ? fitted.gif() : fitted.png();
    });
  }

  /** Metadata such as the place where a photo was taken is left out of everything that is made. */
  private async make(source: Source, animated: boolean, change: (picture: Sharp) => Sharp): Promise<Buffer> {
    await this.probe(source);
    return this.attempt(() => {
      const picture = open(source, animated).autoOrient();
      return change(picture).timeout({ seconds: LONGEST_SECONDS }).toBuffer();
    });
  }

  /** Errors of a decoder are reported as errors of the picture. */
  private attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.limit(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof DomainError) throw error;
        throw Object.assign(new PictureIsUnreadable(), { cause: error });
      }
    });
  }
}

function open(source: Source, animated: boolean): Sharp {
  return sharp(source, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    ...(animated ? { pages: -1 } : { page: 0, pages: 1 }),
  });
}

/** The format that the decoder has found, independent of the file name. */
function formatOf({ format, compression }: { format?: string; compression?: string }): PictureFormat | null {
  if (format === 'heif') return compression === 'av1' ? 'avif' : null;
  return format !== undefined && format in CONTENT_TYPES ? (format as PictureFormat) : null;
}
