import type { OrganizationId } from '@app/kernel';
import { Audience, EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';

const TYPE = 'realm_user_settings_defaults';

const changed: EventKind<{ property: string; value: unknown }> = {
  kind: TYPE,
  type: TYPE,
  variant: () => '',
  shape: ({ property, value }) => ({ type: TYPE, op: 'update', property, value }),
};

const EVERYBODY: Audience = { to: 'organization', except: [] };

@Injectable()
export class UserDefaultsClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
  }

  /** One event for each setting. */
  tell(organizationId: OrganizationId, changes: Readonly<Record<string, unknown>>): void {
    for (const [property, value] of Object.entries(changes))
      this.log.tell({ kind: changed.kind, organizationId, audience: EVERYBODY, payload: { property, value } });
  }
}
