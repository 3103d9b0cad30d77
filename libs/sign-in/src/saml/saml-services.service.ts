import type { Organization } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { ProviderIsUnknown } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { addressesOf, formatOf, SamlProvider } from './saml-settings';
import { certificatesOf, serviceKeysIn } from './service-key';
import { serviceMetadata } from './service-metadata';

/** What this server is to a provider. */
@Injectable()
export class SamlServices {
  constructor(private readonly providers: Providers) {}

  /** Also of a provider that is switched off: it learns of this server before people log in. @throws ProviderIsUnknown */
  async metadataOf(organization: Organization, slug: string): Promise<string> {
    const found = await this.providers.bySlug(organization.id, slug);
    if (found.kind !== 'saml') throw new ProviderIsUnknown();
    const provider = found as SamlProvider;
    const secret = await this.providers.secretOf(provider);
    return serviceMetadata({
      ...addressesOf(organization, slug),
      certificates: secret === null ? [] : certificatesOf(serviceKeysIn(secret)),
      nameIdFormat: formatOf(provider),
    });
  }
}
