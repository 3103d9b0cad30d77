import { Config, CredentialsAreMissing } from '@app/platform';
import { SpectatorOrganizations } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Organization } from '../records/organization';
import { Organizations } from './organizations.service';

/** Which organizations admit spectators. The server and the organization must both allow it. */
@Injectable()
export class SpectatorAccess implements OnModuleInit {
  constructor(
    private readonly organizations: Organizations,
    private readonly port: SpectatorOrganizations,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.port.implementedBy(async (host) => (await this.organizationAt(host)).id);
  }

  isOpen({ settings }: Pick<Organization, 'settings'>): boolean {
    return this.config.webPublicChannels && settings.enableSpectatorAccess;
  }

  /** @throws CredentialsAreMissing where it is not open to them, OrganizationIsUnknown, OrganizationIsDeactivated */
  async organizationAt(host: string): Promise<Organization> {
    const organization = await this.organizations.atHost(host);
    if (!this.isOpen(organization)) throw new CredentialsAreMissing();
    return organization;
  }
}
