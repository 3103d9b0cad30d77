import { BrowserLogins, Organization } from '@app/identity';
import { Config } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { NamedPeople } from '../accounts/named-people.port';
import { finding } from '../providers/findings/finding';
import type { IdentityProvider } from '../providers/identity-provider';
import { KindSettings, ProviderKind, ProviderKinds, ProviderTest } from '../providers/provider-kinds.service';
import type { ProviderOptions } from '../providers/provider-options';
import { OptionIsInvalid } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { attributeNamesIn, isAttributeName } from './attribute-names';
import { MetadataReader } from './metadata-reader.service';
import { factsIn, ProviderFacts } from './protocol/metadata';
import { XmlIsRefused } from './protocol/xml';
import { isNameIdFormat, SamlProvider, SamlSettings } from './saml-settings';
import { certificatesOf, isKeyStep, keysAfter, newServiceKey, serviceKeysIn } from './service-key';
import { findingsOf } from './provider-findings';
import { shownPersonOf } from './shown-person';

/** Providers that speak SAML 2.0: their settings, their test, and their buttons. */
@Injectable()
export class SamlKind implements OnModuleInit, ProviderKind {
  readonly kind = 'saml';
  readonly makesAccounts = false;

  constructor(
    private readonly kinds: ProviderKinds,
    private readonly providers: Providers,
    private readonly browserLogins: BrowserLogins,
    private readonly reader: MetadataReader,
    private readonly people: NamedPeople,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
    this.people.add(this.kind, async (provider, { claims }) => shownPersonOf(provider as SamlProvider, claims));
    this.browserLogins.add((organization) => this.buttons(organization));
  }

  /** The key with which this server signs, and the one that follows it. */
  async madeSecret({ signing_key: step }: ProviderOptions, former: string | null): Promise<string | undefined> {
    if (step === undefined) return former === null ? JSON.stringify(await newServiceKey()) : undefined;
    const keys = former !== null && isKeyStep(step) ? await keysAfter(serviceKeysIn(former), step) : null;
    if (!keys) throw new OptionIsInvalid('signing_key', 'must be prepare, or, after that, switch or discard');
    return JSON.stringify(keys);
  }

  /** Reads the metadata where an owner gives only their address. */
  async completed(given: ProviderOptions): Promise<ProviderOptions> {
    if (!given.metadata_url || given.metadata !== undefined) return given;
    this.assertMayBeAsked(given.metadata_url);
    try {
      return { ...given, metadata: await this.reader.read(given.metadata_url) };
    } catch (error) {
      throw new OptionIsInvalid('metadata_url', `was not read: ${(error as Error).message}`);
    }
  }

  settingsOf(given: ProviderOptions, former: Partial<SamlSettings>): KindSettings {
    const map = given.attribute_map ?? former.attribute_map ?? '';
    if (!attributeNamesIn(map))
      throw new OptionIsInvalid('attribute_map', 'must be a list such as full_name=displayName, email=mail');
    const format = given.name_id_format ?? former.name_id_format ?? 'persistent';
    if (!isNameIdFormat(format))
      throw new OptionIsInvalid('name_id_format', 'must be persistent, email or unspecified');
    for (const claim of ['groups_claim', 'role_claim'] as const)
      if (given[claim] && !isAttributeName(given[claim])) throw new OptionIsInvalid(claim, 'must name an attribute');
    const url = given.metadata_url ?? former.metadata_url ?? '';
    if (url !== '') this.assertMayBeAsked(url);
    const settings = {
      ...this.factsFrom(given.metadata, former),
      metadata_url: url === '' ? null : url,
      idp_initiated: given.idp_initiated ?? former.idp_initiated ?? false,
      require_both_signatures: given.require_both_signatures ?? former.require_both_signatures ?? false,
      name_id_format: format,
      provider_logout: given.provider_logout ?? former.provider_logout ?? true,
      attribute_map: map,
      has_next_key: given.signing_key === undefined ? (former.has_next_key ?? false) : given.signing_key === 'prepare',
    } satisfies Partial<SamlSettings>;
    return { settings };
  }

  async test(provider: IdentityProvider): Promise<ProviderTest> {
    const secret = await this.providers.secretOf(provider);
    const own = secret === null ? [] : certificatesOf(serviceKeysIn(secret));
    const { isGood, findings } = findingsOf(provider as SamlProvider, own);
    const { metadata_url: url, entity_id: entityId } = (provider as SamlProvider).settings;
    if (url === null) return { isGood, findings };
    try {
      const read = factsIn(await this.reader.read(url));
      const isSame = read.entity_id === entityId;
      const last = isSame ? finding('metadata_read') : finding('metadata_of_another', { url, name: read.entity_id });
      return { isGood: isGood && isSame, findings: [...findings, last] };
    } catch (error) {
      const reason = (error as Error).message;
      return { isGood: false, findings: [...findings, finding('metadata_not_read', { reason })] };
    }
  }

  private factsFrom(metadata: string | undefined, former: Partial<SamlSettings>): ProviderFacts {
    const { entity_id, sso_url, slo_url, slo_response_url, certificates, valid_until } = former;
    if (metadata === undefined && entity_id !== undefined && sso_url !== undefined && certificates !== undefined)
      return {
        ...{ entity_id, sso_url, certificates },
        slo_url: slo_url ?? null,
        slo_response_url: slo_response_url ?? null,
        valid_until: valid_until ?? null,
      };
    try {
      return factsIn(metadata ?? '');
    } catch (error) {
      if (!(error instanceof XmlIsRefused)) throw error;
      throw new OptionIsInvalid('metadata', `cannot be used: ${error.message}`);
    }
  }

  private async buttons({ id }: Pick<Organization, 'id'>) {
    const all = await this.providers.list(id);
    const used = all.filter(({ kind, isEnabled }) => kind === this.kind && isEnabled);
    return used.map(({ slug, name, icon }) => ({
      name: `saml:${slug}`,
      display_name: name,
      display_icon: icon,
      login_url: `/accounts/login/social/saml/${slug}`,
      signup_url: `/accounts/login/social/saml/${slug}`,
    }));
  }

  private assertMayBeAsked(address: string): void {
    const protocols = this.config.ssoAllowsPrivateAddresses ? ['https:', 'http:'] : ['https:'];
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !protocols.includes(url.protocol) || url.username !== '')
      throw new OptionIsInvalid(
        'metadata_url',
        'must be an https address (PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES=1 allows http)',
      );
  }
}
