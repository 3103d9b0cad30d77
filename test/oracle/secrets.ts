import { createHash } from 'node:crypto';

/**
 * Words that occur nowhere by chance: each channel name, topic, message, address and full name of a sequence has one of
 * its own, and so has what the server creates, such as keys. In whichever answer or event they occur, the model must
 * allow the receiver to know them.
 */
const SECRET = /\b(?:chan|topic|text|mail|file|name|motto|face|key)\d+of\d+\b/g;
const HASH = /\b[0-9a-f]{32}\b/g;

export type SecretKind = 'chan' | 'topic' | 'text' | 'mail' | 'file' | 'name' | 'motto' | 'face' | 'key';

export class Secrets {
  private made = 0;
  /** Addresses by the hash in avatar addresses. */
  private readonly hashed = new Map<string, string>();
  /** What the server created, and its word. */
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

  /** The secrets in a text, including hashed addresses and what the server created. */
  in(text: string): string[] {
    const hashes = (text.match(HASH) ?? []).flatMap((hash) => this.hashed.get(hash) ?? []);
    const found = [...this.madeUp].flatMap(([made, secret]) => (text.includes(made) ? [secret] : []));
    return [...new Set([...(text.match(SECRET) ?? []), ...hashes, ...found])];
  }
}
