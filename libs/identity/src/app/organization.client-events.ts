import { Clock } from '@app/kernel';
import { Config } from '@app/platform';
import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { organizationFacts } from './organization-facts.client-events';
import { Organizations } from './organizations.service';
import { serverFacts } from './server-facts.client-events';

/** The organization, its permissions, and the server around it, as a client learns them on registering. */
@Injectable()
export class OrganizationClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['realm'];
  private readonly startedAt: number;

  constructor(
    private readonly registry: Registry,
    private readonly organizations: Organizations,
    private readonly config: Config,
    clock: Clock,
  ) {
    this.startedAt = clock.seconds();
  }

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const organization = await this.organizations.get(actor.organizationId);
    return {
      ...organizationFacts(organization, this.config),
      ...serverFacts(this.config, organization.url, this.startedAt),
    };
  }
}
