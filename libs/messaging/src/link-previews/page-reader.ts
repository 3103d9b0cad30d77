import type { LinkPreview } from '@app/markdown';
import { Parser } from 'htmlparser2';

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 400;
const LONGEST_ADDRESS = 2_000;
/** Metadata is never after so many elements. Unclosed elements make parsing more and more expensive. */
const MAX_ELEMENTS = 5_000;

/**
 * Reads the metadata of a page; the first value of each name counts. Stops at the end of the head. Works in parts, so
 * that other requests run in between.
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
        this.hasEnded ||= name === 'body' || ++this.elements > MAX_ELEMENTS;
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

  /** Whether the rest of the page is irrelevant. */
  get isDone(): boolean {
    return this.hasEnded;
  }

  read(part: string): void {
    if (!this.hasEnded) this.parser.write(part);
  }

  /**
   * The preview: Open Graph values, otherwise those of other networks, otherwise the page's title and description.
   * Pictures are used only with https addresses. Without a picture the result is `nothing`, because clients show no
   * preview without one.
   * @param address the final address of the page
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
      // The database accepts neither control characters nor lone surrogates.
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
 * Decodes a page with the character set of the answer, otherwise of the page. UTF-8 if there is none or it is unknown.
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
      if ((error as { code?: string }).code !== 'ERR_ENCODING_NOT_SUPPORTED') throw error; // else: unknown character set
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

/** Clients of an older server load the picture themselves, so its address must not point into their local networks. */
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
