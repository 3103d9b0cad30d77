import { LoginOrigin, ProviderLogouts, Organization } from '@app/identity';
import { Log, Secrets } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import { ProviderDidNotConfirm, ProviderIsUnknown } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { OidcClient } from './oidc.client';
import type { OidcSettings } from './oidc-settings';

/** Larger tokens do not fit into the address of a logout. */
const LONGEST_HINT = 6_000;

/** Logouts here that go on at the provider (OpenID Connect RP-Initiated Logout, section 2). */
@Injectable()
export class OidcLogouts implements OnModuleInit {
  constructor(
    private readonly providerLogouts: ProviderLogouts,
    private readonly providers: Providers,
    private readonly client: OidcClient,
    private readonly secrets: Secrets,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.providerLogouts.add((organization, origin) => this.addressOf(organization, origin));
  }

  /** What the origin of a login keeps of its id token. */
  hintOf({ settings }: IdentityProvider<OidcSettings>, idToken: string): string | null {
    const isKept = settings.provider_logout !== false && idToken.length <= LONGEST_HINT;
    return isKept ? this.secrets.seal(idToken).toString('base64') : null;
  }

  /** `null`: the login is not of such a provider, or the provider has no such page, or does not answer. */
  private async addressOf(organization: Organization, origin: LoginOrigin): Promise<string | null> {
    try {
      const provider = await this.providers.get(organization.id, origin.providerId);
      const isAsked = provider.kind === 'oidc' && provider.isEnabled && provider.settings.provider_logout !== false;
      if (!isAsked) return null;
      const { sealedHint = null } = origin;
      return await this.client.logoutUrl(provider as IdentityProvider<OidcSettings>, {
        redirectUri: `${organization.url}/login/`,
        idToken: sealedHint && this.secrets.open(Buffer.from(sealedHint, 'base64')),
      });
    } catch (error) {
      if (!(error instanceof ProviderDidNotConfirm || error instanceof ProviderIsUnknown)) throw error;
      this.log.warn('a logout does not go on at the provider', { reason: error.message });
      return null;
    }
  }
}
