import type { OrganizationId } from '@app/kernel';
import { Audience, ClientEvent, EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';

/** Events of one kind that are the same for all receivers. */
@Injectable()
export abstract class PlainClientEvents<Payload extends object> implements EventKind<Payload>, OnModuleInit {
  abstract readonly kind: string;
  abstract readonly type: string;

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  abstract shape(payload: Payload): ClientEvent;

  onModuleInit(): void {
    this.registry.addKinds(this);
  }

  /** `audience` `null`: no receivers. */
  tell(organizationId: OrganizationId, audience: Audience | null, payload: Payload): void {
    if (audience) this.log.tell({ kind: this.kind, organizationId, audience, payload });
  }

  variant(): string {
    return '';
  }
}
