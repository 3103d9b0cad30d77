import { assertAdministrator, Organizations, pushFacts } from '@app/identity';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DeliveryCounts, DeviceCounts, PushStatusRepository } from './status.repository';

interface Overview {
  /** The host of the push relay; `null`: none is configured. */
  readonly relay: string | null;
  readonly isEnabled: boolean;
  /** UNIX seconds; `null`: no end is known. */
  readonly endsAt: number | null;
  readonly devices: DeviceCounts;
  readonly deliveries: DeliveryCounts;
}

/** Tells administrators what the server knows about notifications on phones. */
@Injectable()
export class PushOverview {
  constructor(
    private readonly organizations: Organizations,
    private readonly rows: PushStatusRepository,
    private readonly config: Config,
  ) {}

  /** @throws MustBeAdministrator */
  async of(actor: Actor): Promise<Overview> {
    assertAdministrator(actor);
    const { pushRelay } = this.config;
    const { pushStatus } = await this.organizations.current(actor.organizationId);
    const facts = pushFacts(pushStatus, this.config);
    return {
      relay: pushRelay && new URL(pushRelay.url).host,
      isEnabled: facts.push_notifications_enabled,
      endsAt: facts.push_notifications_enabled_end_timestamp,
      devices: await this.rows.devices(actor.organizationId),
      deliveries: await this.rows.deliveries(actor.organizationId),
    };
  }
}
