import { Injectable } from '@nestjs/common';
import { toSvg } from 'jdenticon';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

/** The limit of the cache. Each picture has a few kilobytes. */
const MAX_REMEMBERED = 2_000;

/** Two speech balloons: the emoji `zulip`, which has no Unicode character. */
const EMBLEM = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<path fill="#3451b2" d="M8 8h34a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H24L12 46V36H8a6 6 0 0 1-6-6V14a6 6 0 0 1 6-6z"/>
<path fill="#7ea4f4" d="M52 24h4a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-4v9l-11-9H28a6 6 0 0 1-6-6v-3h20a10 10 0 0 0 10-10z"/>
<path fill="#fff" d="M12 17h26v4H12zM12 25h18v4H12z"/></svg>`;

/** Draws pictures as PNG, outside the main thread. */
@Injectable()
export class DrawnPictures {
  private readonly known = new LRUCache<string, Promise<Buffer>>({ max: MAX_REMEMBERED });

  /** A pattern that depends on the text alone. */
  pattern(text: string, pixels: number): Promise<Buffer> {
    return this.remembered(`${pixels} ${text}`, () => toSvg(text, pixels, { backColor: '#ffffff' }));
  }

  /** Whether the pattern is cached, so that it needs no drawing. */
  isKept(text: string, pixels: number): boolean {
    return this.known.has(`${pixels} ${text}`);
  }

  emblem(): Promise<Buffer> {
    return this.remembered('emblem', () => EMBLEM);
  }

  private remembered(name: string, svg: () => string): Promise<Buffer> {
    const found = this.known.get(name);
    if (found) return found;
    const drawn = sharp(Buffer.from(svg())).png().toBuffer();
    this.known.set(name, drawn);
    return drawn;
  }
}
