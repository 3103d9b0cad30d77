import type { Actor } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { AlertWordRepository } from './alert-word.repository';

interface Listed {
  readonly words: readonly string[];
}

const listed: EventKind<Listed> = {
  kind: 'alert_words',
  type: 'alert_words',
  variant: () => '',
  shape: ({ words }) => ({ type: 'alert_words', alert_words: words }),
};

/** Client events and snapshot of alert words. Only the user's own clients receive them. */
@Injectable()
export class AlertWordClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['alert_words'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: AlertWordRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(listed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { alert_words: (await this.rows.list(actor.userId)).map(({ word }) => word) };
  }

  readForSpectator(): Record<string, unknown> {
    return { alert_words: [] };
  }

  /** The event contains the whole list. */
  tell({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>, words: readonly string[]): void {
    this.log.tell({ kind: listed.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload: { words } });
  }
}
