import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { RelayConfig } from '../config/relay-config';
import { QuotaIsUsedUp } from '../http/errors';
import type { Organization } from './organization';
import { QuotaRepository } from './quota.repository';

const MINUTE = 60;
const DAY = 86_400;

/** How much an organization may ask of the relay, and of the push services through it. */
@Injectable()
export class Quotas {
  constructor(
    private readonly rows: QuotaRepository,
    private readonly clock: Clock,
    private readonly config: RelayConfig,
  ) {}

  /**
   * Counts notifications or registrations before they are handled.
   * @throws QuotaIsUsedUp, and nothing is counted
   */
  async take({ id }: Organization, count: number): Promise<void> {
    if (!this.config.rateLimits || count === 0) return;
    const { perMinute, perDay } = this.config.quotas;
    const now = this.clock.seconds();
    const spans = { minute: Math.floor(now / MINUTE), day: Math.floor(now / DAY) };
    if (await this.rows.take(id, spans, count, [perMinute, perDay])) return;
    const isOfTheDay = (await this.rows.usedOn(id, spans.day)) + count > perDay;
    throw new QuotaIsUsedUp(isOfTheDay ? DAY - (now % DAY) : MINUTE - (now % MINUTE));
  }
}
