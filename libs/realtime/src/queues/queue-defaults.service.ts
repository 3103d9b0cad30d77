import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NarrowTerm } from '../records/queue-options';

/** The default settings of a queue. */
export interface QueueDefault {
  readonly narrow: readonly NarrowTerm[];
  readonly allPublicChannels: boolean;
}

const NONE: QueueDefault = { narrow: [], allPublicChannels: false };

/** The settings of accounts for their queues. The identity context registers its implementation in `onModuleInit`. */
@Injectable()
export class QueueDefaults {
  private answer: ((actor: Actor) => Promise<QueueDefault | null>) | null = null;

  answeredBy(answer: (actor: Actor) => Promise<QueueDefault | null>): void {
    this.answer = answer;
  }

  async of(actor: Actor): Promise<QueueDefault> {
    return (await this.answer?.(actor)) ?? NONE;
  }
}
