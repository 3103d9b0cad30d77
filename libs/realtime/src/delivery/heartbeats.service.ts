import { Injectable } from '@nestjs/common';

/** When a poll without events is answered, so that neither client nor proxy times out. */
@Injectable()
export class Heartbeats {
  /** Milliseconds after a poll began. Clients time out after 90 s, and proxies after 60 s. */
  afterMs = 45_000;
  /** A random delay of at most this length spreads the answers. */
  spreadMs = 10_000;

  nextMs(): number {
    return this.afterMs + Math.random() * this.spreadMs;
  }
}
