import { OrganizationId, ZULIP_FEATURE_LEVEL, ZULIP_MERGE_BASE, ZULIP_VERSION } from '@app/kernel';
import { Actor, CompositeResponse, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { QueueOptions } from '../records/queue-options';
import type { SnapshotPart } from '../event-log/ports';
import { QueueLimit } from '../queues/queue-limit.service';
import { Queues } from '../queues/queues.service';
import { Registry } from '../event-log/registry.service';
import { WideQueues } from '../queues/wide-queues.service';

/**
 * Snapshots that a process reads at a time. Each takes a connection for its whole time and much of the processor: more at a
 * time would be no sooner done, and all other requests would wait for a connection behind them.
 */
const SNAPSHOTS_AT_ONCE = 4;

type Types = ReadonlySet<string> | null;
/** The state of each part. */
type State = object[];

/** POST /register: a queue, and the state at which its events begin. */
@Injectable()
export class Registrations {
  private readonly limitSnapshots = pLimit(SNAPSHOTS_AT_ONCE);

  constructor(
    private readonly queues: Queues,
    private readonly registry: Registry,
    private readonly transactions: Transactions,
    private readonly wide: WideQueues,
    private readonly limit: QueueLimit,
  ) {}

  /** `wanted`: the requested types of state; `null`: all. */
  async register(
    actor: Actor,
    options: QueueOptions,
    wanted: readonly string[] | null,
    idleSeconds: number,
  ): Promise<CompositeResponse> {
    const read = () => this.snapshot(wanted, (part, types) => part.read({ actor, options }, types));
    const { queueId, state } = await this.limitSnapshots(() => this.queues.allocate(actor, options, idleSeconds, read));
    await this.limit.keep(actor, queueId);
    if (options.isWide) await this.wide.confirm(actor, queueId);
    return registration(queueId, state);
  }

  /** As `register`, for spectators: the state at one moment, without a queue. */
  async look(
    organizationId: OrganizationId,
    options: QueueOptions,
    wanted: readonly string[] | null,
  ): Promise<CompositeResponse> {
    const read = () =>
      this.snapshot(wanted, (part, types) => part.readForSpectator?.({ organizationId, options }, types) ?? {});
    const state = await this.limitSnapshots(() => this.transactions.run([], read, { repeatableRead: true }));
    return registration(null, state);
  }

  private async snapshot(
    wanted: readonly string[] | null,
    read: (part: SnapshotPart, types: Types) => Promise<object> | object,
  ): Promise<State> {
    const types = wanted === null ? null : new Set(wanted);
    const state: State = [];
    for (const part of this.registry.parts) {
      if (types === null || part.types.some((type) => types.has(type))) state.push(await read(part, types));
    }
    return state;
  }
}

/** @param queueId `null`: spectators receive no events */
const registration = (queueId: string | null, state: State): CompositeResponse =>
  new CompositeResponse([
    {
      queue_id: queueId,
      last_event_id: -1,
      zulip_version: ZULIP_VERSION,
      zulip_feature_level: ZULIP_FEATURE_LEVEL,
      zulip_merge_base: ZULIP_MERGE_BASE,
    },
    ...state,
  ]);
