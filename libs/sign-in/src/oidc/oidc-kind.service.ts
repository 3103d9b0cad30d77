import { BrowserLogins, Organization } from '@app/identity';
import { Config } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { finding } from '../providers/findings/finding';
import type { IdentityProvider } from '../providers/identity-provider';
import type { ExternalPerson } from '../accounts/external-person';
import { NamedPeople, ShownPerson } from '../accounts/named-people.port';
import { KindSettings, ProviderKind, ProviderKinds, ProviderTest } from '../providers/provider-kinds.service';
import type { ProviderOptions } from '../providers/provider-options';
import { PersonIsNotFound } from '../accounts/account.errors';
import { attributeMapIn, isClaim } from '../accounts/attribute-map';
import { OptionIsInvalid, ProviderDidNotConfirm } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { OidcClient } from './oidc.client';
import { personIn } from './oidc-person';
import { OidcSettings, USUAL_SCOPES } from './oidc-settings';

/** Providers that speak OpenID Connect: their settings, their test, and their buttons. */
@Injectable()
export class OidcKind implements OnModuleInit, ProviderKind {
  readonly kind = 'oidc';
  readonly makesAccounts = false;

  constructor(
    private readonly kinds: ProviderKinds,
    private readonly providers: Providers,
    private readonly browserLogins: BrowserLogins,
    private readonly client: OidcClient,
    private readonly people: NamedPeople,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
    this.people.add(this.kind, (provider, shown) => this.personOf(provider, shown));
    this.browserLogins.add((organization) => this.buttons(organization));
  }

  settingsOf(given: ProviderOptions, former: Readonly<Record<string, unknown>>): KindSettings {
    const issuer = given.issuer ?? (former.issuer as string | undefined) ?? '';
    const clientId = given.client_id ?? (former.client_id as string | undefined) ?? '';
    this.assertIssuer(issuer);
    if (clientId === '') throw new OptionIsInvalid('client_id', 'must not be blank');
    const attributeMap = given.attribute_map ?? (former.attribute_map as string | undefined) ?? '';
    assertIsMap(attributeMap);
    const settings = {
      issuer,
      client_id: clientId,
      attribute_map: attributeMap,
      scopes: given.scopes ?? former.scopes ?? USUAL_SCOPES,
      trust_addresses: given.trust_addresses ?? former.trust_addresses ?? false,
      provider_logout: given.provider_logout ?? former.provider_logout ?? true,
    };
    return given.client_secret ? { settings, secret: given.client_secret } : { settings };
  }

  async test(provider: IdentityProvider): Promise<ProviderTest> {
    try {
      const { issuer } = await this.client.describe(provider as IdentityProvider<OidcSettings>);
      return { isGood: true, findings: [finding('described', { name: issuer })] };
    } catch (error) {
      if (!(error instanceof ProviderDidNotConfirm)) throw error;
      return { isGood: false, findings: [finding('not_confirmed', { provider: provider.name })] };
    }
  }

  /** @throws PersonIsNotFound */
  private async personOf(provider: IdentityProvider, { claims }: ShownPerson): Promise<ExternalPerson> {
    if (!claims) throw new PersonIsNotFound('claims: what the provider says of the person, as JSON');
    const person = personIn(provider as IdentityProvider<OidcSettings>, { sub: 'a new person', ...claims });
    if (!person) throw new PersonIsNotFound('sub is no subject that a provider may have');
    return person;
  }

  private async buttons({ id }: Pick<Organization, 'id'>) {
    const all = await this.providers.list(id);
    const used = all.filter(({ kind, isEnabled }) => kind === this.kind && isEnabled);
    return used.map(({ slug, name, icon }) => ({
      name: `oidc:${slug}`,
      display_name: name,
      display_icon: icon,
      login_url: `/accounts/login/social/oidc/${slug}`,
      signup_url: `/accounts/login/social/oidc/${slug}`,
    }));
  }

  private assertIssuer(issuer: string): void {
    const protocols = this.config.ssoAllowsPrivateAddresses ? ['https:', 'http:'] : ['https:'];
    const url = URL.canParse(issuer) ? new URL(issuer) : null;
    const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '';
    if (!isPlain || !protocols.includes(url.protocol))
      throw new OptionIsInvalid(
        'issuer',
        'must be an https address without a query (PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES=1 allows http)',
      );
  }
}

/** The address decides who is linked, so no claim but `email` has it. @throws OptionIsInvalid */
function assertIsMap(text: string): void {
  const map = attributeMapIn(text, isClaim);
  if (!map || map.address !== null)
    throw new OptionIsInvalid('attribute_map', 'must be a list such as full_name=display_name, Phone=phone_number');
}
