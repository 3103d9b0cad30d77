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
  private implementation: ((actor: Actor) => Promise<QueueDefault | null>) | null = null;

  implementedBy(implementation: (actor: Actor) => Promise<QueueDefault | null>): void {
    this.implementation = implementation;
  }

  async of(actor: Actor): Promise<QueueDefault> {
    return (await this.implementation?.(actor)) ?? NONE;
  }
}
