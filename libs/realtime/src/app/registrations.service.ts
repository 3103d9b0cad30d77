import { ZULIP_FEATURE_LEVEL, ZULIP_MERGE_BASE, ZULIP_VERSION } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { QueueOptions, SnapshotViewer } from '../domain/queue-options';
import { Queues } from './queues.service';
import { Registry } from './registry';

export type Registration = Record<string, unknown> & { queue_id: string; last_event_id: number };

/** POST /register: a queue, and the state that its events go on from. */
@Injectable()
export class Registrations {
  constructor(
    private readonly queues: Queues,
    private readonly registry: Registry,
  ) {}

  /** `wanted` are the types of state asked for; null: all. */
  async register(
    actor: Actor,
    options: QueueOptions,
    wanted: readonly string[] | null,
    idleSeconds: number,
  ): Promise<Registration> {
    const types = wanted === null ? null : new Set(wanted);
    const { queueId, state } = await this.queues.allocate(actor, options, idleSeconds, () =>
      this.snapshot({ actor, options }, types),
    );
    return {
      queue_id: queueId,
      last_event_id: -1,
      zulip_version: ZULIP_VERSION,
      zulip_feature_level: ZULIP_FEATURE_LEVEL,
      zulip_merge_base: ZULIP_MERGE_BASE,
      ...state,
    };
  }

  private async snapshot(viewer: SnapshotViewer, types: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const state: Record<string, unknown> = {};
    for (const part of this.registry.parts) {
      if (types === null || part.types.some((type) => types.has(type)))
        Object.assign(state, await part.read(viewer, types));
    }
    return state;
  }
}
