import { Clock, OrganizationId } from '@app/kernel';
import { Audience, EventKind, EventLog, QueueViewer, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Presence, statusOf } from './presence';
import type { PresenceList } from './presence.repository';
import { PresenceReadings } from './presence-readings.service';

/** All clients are reported as `website`, because clients no longer distinguish them. */
const CLIENT = 'website';

export interface ModernPresence {
  active_timestamp: number;
  idle_timestamp: number;
}

export interface OlderPresence {
  client: string;
  status: string;
  timestamp: number;
  pushable?: false;
}

export type ModernPresences = Record<string, ModernPresence>;
export type OlderPresences = Record<string, { aggregated: OlderPresence; website: OlderPresence }>;

interface Returned extends Presence {
  /** UNIX seconds, with a fraction. */
  readonly now: number;
}

/** Clients expect a time. For a user who was never active it is the time of joining. */
const modern = ({ activeAt, connectedAt, joinedAt }: Presence): ModernPresence => ({
  active_timestamp: activeAt ?? joinedAt,
  idle_timestamp: connectedAt,
});

const older = (presence: Presence): OlderPresence & { pushable: false } => ({
  client: CLIENT,
  pushable: false,
  ...statusOf(presence),
});

/** By user id. */
export const modernPresences = ({ presences }: PresenceList): ModernPresences =>
  Object.fromEntries(presences.map((one) => [String(one.userId), modern(one)]));

/** By API address. */
export const olderPresences = ({ presences }: PresenceList): OlderPresences =>
  Object.fromEntries(
    presences.map((one) => [one.email, { aggregated: { client: CLIENT, ...statusOf(one) }, website: older(one) }]),
  );

const returned: EventKind<Returned> = {
  kind: 'presence',
  type: 'presence',
  variant: (_, { options }: QueueViewer) =>
    options.capabilities.simplified_presence_events ? 'modern' : options.slimPresence ? 'slim' : 'older',
  shape(presence, { options }) {
    if (options.capabilities.simplified_presence_events) {
      return { type: 'presence', presences: { [String(presence.userId)]: modern(presence) } };
    }
    const { userId, email, now } = presence;
    const told = { user_id: userId, server_timestamp: now, presence: { [CLIENT]: older(presence) } };
    return { type: 'presence', ...told, ...(options.slimPresence ? {} : { email }) };
  },
};

/** Snapshot of presence, and the event that a user returned, which only smaller organizations send. */
@Injectable()
export class PresenceClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['presence'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly readings: PresenceReadings,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(returned);
    this.registry.addPart(this);
  }

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const list = await this.readings.list(actor, { historyDays: options.presenceHistoryDays });
    const isModern = options.slimPresence || options.capabilities.simplified_presence_events;
    return {
      presences: isModern ? modernPresences(list) : olderPresences(list),
      presence_last_update_id: list.lastChange,
      server_timestamp: list.now,
    };
  }

  /** Spectators see no presence. */
  readForSpectator(): Record<string, unknown> {
    return { presences: {}, presence_last_update_id: -1, server_timestamp: this.clock.now().getTime() / 1000 };
  }

  tellReturned(organizationId: OrganizationId, audience: Audience, presence: Returned): void {
    this.log.tell({ kind: returned.kind, organizationId, audience, payload: presence });
  }
}
