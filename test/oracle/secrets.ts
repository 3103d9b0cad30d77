import { createHash } from 'node:crypto';

/**
 * Words that are found nowhere by chance: each channel name, topic, message, address and person's name of a sequence has
 * one of its own.
 * Whatever answer or event they turn up in, and whoever gets it, the model must say that he may know them.
 */
const SECRET = /\b(?:chan|topic|text|mail|file|name)\d+of\d+\b/g;
const HASH = /\b[0-9a-f]{32}\b/g;

export type SecretKind = 'chan' | 'topic' | 'text' | 'mail' | 'file' | 'name';

export class Secrets {
  private made = 0;
  /** Addresses by the hash that pictures go by. */
  private readonly hashed = new Map<string, string>();

  constructor(private readonly organizationId: number) {}

  next = (kind: SecretKind): string => `${kind}${this.made++}of${this.organizationId}`;

  rememberAddress(email: string, secret: string): void {
    this.hashed.set(createHash('md5').update(email).digest('hex'), secret);
  }

  /** Those in a text, an address that is only hashed included. */
  in(text: string): string[] {
    const hashes = (text.match(HASH) ?? []).flatMap((hash) => this.hashed.get(hash) ?? []);
    return [...new Set([...(text.match(SECRET) ?? []), ...hashes])];
  }
}
