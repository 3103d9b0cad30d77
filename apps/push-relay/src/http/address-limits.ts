import { addressBlock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RelayConfig } from '../config/relay-config';
import { AddressAsksTooOften } from './errors';

/** Requests of one address that showed no valid credentials, or are not yet known to. */
const UNKNOWN_VISITORS = { points: 120, duration: 60 };

/**
 * Limits guesses at keys, before any lookup. A request counts from its arrival until its
 * credentials have turned out to be good, so that guesses sent at the same time count as well, and those of servers that
 * are known never add up. Kept by each node for itself: it is about what a node is asked to do.
 */
@Injectable()
export class AddressLimits {
  private readonly visitors = new RateLimiterMemory(UNKNOWN_VISITORS);

  constructor(private readonly config: RelayConfig) {}

  /** @throws AddressAsksTooOften */
  async enter(address: string): Promise<{ forgive(): Promise<void> }> {
    if (!this.config.rateLimits) return { forgive: async () => undefined };
    const key = addressBlock(address);
    try {
      await this.visitors.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AddressAsksTooOften(Math.ceil(refusal.msBeforeNext / 1000));
    }
    return { forgive: async () => void (await this.visitors.reward(key)) };
  }
}
