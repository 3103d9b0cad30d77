import { LeasedOrganizationJobs } from '@app/identity';
import { Log, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { IdentityProvider } from '../providers/identity-provider';
import { type Beat, ProviderRounds } from '../providers/provider-rounds.service';
import { Providers } from '../providers/providers.service';
import { MetadataReader } from './metadata-reader.service';
import { factsIn } from './protocol/metadata';
import type { SamlProvider } from './saml-settings';

/** Reads the metadata of providers anew once an hour: they announce a new certificate days before they use it. */
@Injectable()
export class MetadataRefresh extends ProviderRounds {
  readonly name = 'saml-metadata';

  constructor(
    private readonly reader: MetadataReader,
    private readonly log: Log,
    providers: Providers,
    jobs: LeasedOrganizationJobs,
    workers: Workers,
  ) {
    super(providers, jobs, workers);
  }

  protected async visit(provider: IdentityProvider, beat: Beat): Promise<void> {
    if (!isSaml(provider)) return;
    await this.refresh(provider);
    await beat();
  }

  /** A provider that is not reached, or that is suddenly another one, stays as it is. */
  private async refresh({ id, organizationId, slug, settings }: SamlProvider): Promise<void> {
    const { metadata_url: url, entity_id: entityId } = settings;
    if (url === null) return;
    try {
      const metadata = await this.reader.read(url);
      const facts = factsIn(metadata);
      if (facts.entity_id !== entityId) throw new Error(`it describes ${facts.entity_id}`);
      const known = Object.keys(facts).map((name) => settings[name]);
      if (isDeepStrictEqual(known, Object.values(facts))) return;
      await this.providers.change(organizationId, id, { metadata });
    } catch (error) {
      const reason = (error as Error).message;
      this.log.warn('the metadata of an identity provider were not read anew', { provider: slug, reason });
    }
  }
}

const isSaml = (provider: IdentityProvider): provider is SamlProvider => provider.kind === 'saml' && provider.isEnabled;
