import type { LinkPreview } from '@app/markdown';
import { Parser } from 'htmlparser2';

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 400;
const LONGEST_ADDRESS = 2_000;
/** Nothing that is worth showing stands behind so many elements; and what never closes them costs more and more. */
const MOST_ELEMENTS = 5_000;

/**
 * Reads what a page says of itself, by the words that pages use; the first of each counts. It reads no further than the
 * head: nothing behind it is about the page. In parts, so that others get their turn in between.
 */
export class PageReader {
  private readonly facts = new Map<string, string>();
  private title: string | null = null;
  private isInTitle = false;
  private elements = 0;
  private hasEnded = false;

  private readonly parser = new Parser(
    {
      onopentag: (name, attributes) => {
        this.hasEnded ||= name === 'body' || ++this.elements > MOST_ELEMENTS;
        if (this.hasEnded) return;
        if (name === 'title' && this.title === null) this.isInTitle = true;
        if (name === 'meta') this.note(attributes.property ?? attributes.name, attributes.content);
      },
      ontext: (text) => {
        if (this.isInTitle && !this.hasEnded) this.title = ((this.title ?? '') + text).slice(0, 10 * LONGEST_TITLE);
      },
      onclosetag: (name) => {
        if (name === 'title') this.isInTitle = false;
        if (name === 'head') this.hasEnded = true;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );

  /** Nothing that follows can matter. */
  get isDone(): boolean {
    return this.hasEnded;
  }

  read(part: string): void {
    if (!this.hasEnded) this.parser.write(part);
  }

  /**
   * The card: Open Graph words, else those of other networks, else the page's own. Pictures are shown only where they come
   * over a safe connection. `nothing` without one: clients have no card without a picture.
   * @param address where the page really is
   */
  card(address: string): LinkPreview {
    const pictures = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];
    const imageUrl = safePicture(this.first(...pictures), address);
    if (imageUrl === null) return { kind: 'nothing' };
    const title = cut(this.first('og:title', 'twitter:title', 'title'), LONGEST_TITLE);
    const description = cut(this.first('og:description', 'twitter:description', 'description'), LONGEST_DESCRIPTION);
    return { kind: 'card', title, description, imageUrl };
  }

  private first(...names: readonly string[]): string | null {
    for (const name of names) {
      const known = name === 'title' ? this.title : this.facts.get(name);
      // The database takes neither control characters nor halves of characters.
      const text = known?.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
      if (text) return text;
    }
    return null;
  }

  private note(name: string | undefined, content: string | undefined): void {
    const key = name?.trim().toLowerCase();
    if (key && content && !this.facts.has(key) && this.facts.size < 200) this.facts.set(key, content);
  }
}

/**
 * The text of a page in the character set that its answer names, or else the page itself; UTF-8 where neither does or
 * nobody knows it.
 */
export function decodePage(body: Buffer, named: string | null): string {
  const inside = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(
    body.subarray(0, 1_024).toString('latin1'),
  )?.[1];
  for (const charset of [named, inside]) {
    if (!charset) continue;
    try {
      return new TextDecoder(charset).decode(body);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_ENCODING_NOT_SUPPORTED') throw error; // else: nobody knows that name
    }
  }
  return new TextDecoder().decode(body);
}

function safePicture(written: string | null, address: string): string | null {
  if (written === null || !URL.canParse(written, address)) return null;
  const { protocol, username, password, port, hostname, href } = new URL(written, address);
  const isPlain = protocol === 'https:' && username + password + port === '';
  return isPlain && NAME.test(hostname) && href.length <= LONGEST_ADDRESS ? href : null;
}

/** Readers' clients ask for the picture: it must not lead them into the network where they are. */
const NAME = /\.[a-z][a-z0-9-]*$/i;

function cut(text: string | null, longest: number): string | null {
  if (text === null) return null;
  const characters = [...text.slice(0, 4 * longest)];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
