import { Injectable } from '@nestjs/common';

const LENGTHS = 64;

/** When a poll without events is answered, so that neither client nor proxy times out. */
@Injectable()
export class Heartbeats {
  /** Milliseconds after a poll began. Clients time out after 90 s, and proxies after 60 s. */
  afterMs = 45_000;
  /** A random delay of at most this length spreads the answers. */
  spreadMs = 10_000;

  /** One of few lengths: timers of one length cost less than many of different ones. */
  nextMs(): number {
    return this.afterMs + (Math.floor(Math.random() * LENGTHS) / LENGTHS) * this.spreadMs;
  }
}
