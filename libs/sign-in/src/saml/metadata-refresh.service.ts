import { LeasedOrganizationJobs } from '@app/identity';
import { type Backlog, Log, type Worker, Workers } from '@app/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Providers } from '../providers/providers.service';
import { MetadataReader } from './metadata-reader.service';
import { factsIn } from './protocol/metadata';
import type { IdentityProvider } from '../providers/identity-provider';
import type { SamlProvider } from './saml-settings';

const EVERY_MS = 60_000;
/** Between two readings. Providers announce a new certificate days before they use it. */
const EVERY_SECONDS = 3_600;

/** Reads the metadata of providers anew once an hour, on one node, so that their new certificates are known in time. */
@Injectable()
export class MetadataRefresh implements OnModuleInit, Worker {
  readonly name = 'saml-metadata';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly providers: Providers,
    private readonly reader: MetadataReader,
    private readonly jobs: LeasedOrganizationJobs,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const organizationId = await this.jobs.take(this.name);
    if (organizationId === null) return false;
    for (const provider of await this.providers.list(organizationId)) {
      if (!isSaml(provider) || signal.aborted) continue;
      await this.refresh(provider);
      await this.jobs.keep(this.name, organizationId);
    }
    await this.jobs.put(this.name, organizationId, signal.aborted ? 0 : EVERY_SECONDS);
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.jobs.backlog(this.name);
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
