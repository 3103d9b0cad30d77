import { Injectable } from '@nestjs/common';

/** When a poll that nothing happens to is answered all the same, so that neither client nor proxy gives it up. */
@Injectable()
export class Heartbeats {
  /** Milliseconds after a poll began; clients give up after 90 s, and proxies after 60 s. */
  afterMs = 45_000;
  /** Up to so much later, so that they do not come all at once. */
  spreadMs = 10_000;

  nextMs(): number {
    return this.afterMs + Math.random() * this.spreadMs;
  }
}
