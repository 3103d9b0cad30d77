import type { Organization } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { Providers } from '../providers/providers.service';
import { addressesOf, formatOf, SamlProvider } from './saml-settings';
import type { ServiceKey } from './service-key';
import { serviceMetadata } from './service-metadata';

/** What this server is to a provider. */
@Injectable()
export class SamlServices {
  constructor(private readonly providers: Providers) {}

  /** @throws ProviderIsUnknown */
  async metadataOf(organization: Organization, slug: string): Promise<string> {
    const provider = (await this.providers.inUse(organization.id, 'saml', slug)) as SamlProvider;
    const secret = await this.providers.secretOf(provider);
    return serviceMetadata({
      ...addressesOf(organization, slug),
      certificate: secret === null ? null : (JSON.parse(secret) as ServiceKey).certificate,
      nameIdFormat: formatOf(provider),
    });
  }
}
