import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NarrowTerm } from '../records/queue-options';

/** What a queue is like where the client does not say. */
export interface QueueDefault {
  readonly narrow: readonly NarrowTerm[];
  readonly allPublicChannels: boolean;
}

const NONE: QueueDefault = { narrow: [], allPublicChannels: false };

/** What accounts chose for their queues; the room that knows of accounts answers, from `onModuleInit` on. */
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
