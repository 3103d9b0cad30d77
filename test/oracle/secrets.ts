import { createHash } from 'node:crypto';

/**
 * Words that are found nowhere by chance: each channel name, topic, message, address and person's name of a sequence has
 * one of its own, and so has what the server makes up, such as keys, where it was told of it.
 * Whatever answer or event they turn up in, and whoever gets it, the model must say that he may know them.
 */
const SECRET = /\b(?:chan|topic|text|mail|file|name|motto|face|key)\d+of\d+\b/g;
const HASH = /\b[0-9a-f]{32}\b/g;

export type SecretKind = 'chan' | 'topic' | 'text' | 'mail' | 'file' | 'name' | 'motto' | 'face' | 'key';

export class Secrets {
  private made = 0;
  /** Addresses by the hash that pictures go by. */
  private readonly hashed = new Map<string, string>();
  /** What the server made up, and what stands for it. */
  private readonly madeUp = new Map<string, string>();

  constructor(private readonly organizationId: number) {}

  clone(): Secrets {
    const copy = new Secrets(this.organizationId);
    copy.made = this.made;
    this.hashed.forEach((secret, hash) => copy.hashed.set(hash, secret));
    this.madeUp.forEach((secret, text) => copy.madeUp.set(text, secret));
    return copy;
  }

  next = (kind: SecretKind): string => `${kind}${this.made++}of${this.organizationId}`;

  rememberAddress(email: string, secret: string): void {
    this.hashed.set(createHash('md5').update(email).digest('hex'), secret);
  }

  remember(text: string, secret: string): void {
    this.madeUp.set(text, secret);
  }

  /** Those in a text, an address that is only hashed and what the server made up included. */
  in(text: string): string[] {
    const hashes = (text.match(HASH) ?? []).flatMap((hash) => this.hashed.get(hash) ?? []);
    const found = [...this.madeUp].flatMap(([made, secret]) => (text.includes(made) ? [secret] : []));
    return [...new Set([...(text.match(SECRET) ?? []), ...hashes, ...found])];
  }
}
