import { LoginOrigin, ProviderLogouts, Organization } from '@app/identity';
import { Log, Secrets } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ProviderIsUnknown } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import type { NameId } from './protocol/assertion';
import { XmlIsRefused } from './protocol/xml';
import { SamlClient } from './saml.client';
import type { SamlProvider } from './saml-settings';

/** Logouts here that go on at the provider, so that its session ends, too (SP-initiated logouts). */
@Injectable()
export class SpInitiatedLogouts implements OnModuleInit {
  constructor(
    private readonly providerLogouts: ProviderLogouts,
    private readonly providers: Providers,
    private readonly client: SamlClient,
    private readonly secrets: Secrets,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.providerLogouts.add((organization, origin) => this.addressOf(organization, origin));
  }

  /** What the origin of a login keeps of how the provider names the person. */
  hintOf({ settings }: SamlProvider, nameId: NameId): string | null {
    if (settings.provider_logout === false || settings.slo_url === null) return null;
    return this.secrets.seal(JSON.stringify(nameId)).toString('base64');
  }

  /** `null`: the login is not of such a provider, or the provider takes no requests to log out. */
  private async addressOf(organization: Organization, origin: LoginOrigin): Promise<string | null> {
    const { sealedHint = null, providerId, sid: sessionIndex } = origin;
    if (sealedHint === null) return null;
    try {
      const provider = await this.providers.get(organization.id, providerId);
      if (provider.kind !== 'saml' || !provider.isEnabled || provider.settings.provider_logout === false) return null;
      const nameId = JSON.parse(this.secrets.open(Buffer.from(sealedHint, 'base64'))) as NameId;
      return await this.client.logoutUrl(organization, provider as SamlProvider, { nameId, sessionIndex });
    } catch (error) {
      if (!(error instanceof XmlIsRefused || error instanceof ProviderIsUnknown)) throw error;
      this.log.warn('a logout does not go on at the provider', { reason: error.message });
      return null;
    }
  }
}
