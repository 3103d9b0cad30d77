import { LeasedOrganizationJobs } from '@app/identity';
import { Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isDirectory } from '../ldap/directory.client';
import type { IdentityProvider } from '../providers/identity-provider';
import { type Beat, ProviderRounds } from '../providers/provider-rounds.service';
import { Providers } from '../providers/providers.service';
import { DirectoryRuns } from './directory-runs.service';

/** Synchronises the directories of each organization once an hour. */
@Injectable()
export class DirectorySynchronisation extends ProviderRounds {
  readonly name = 'directory-synchronisation';

  constructor(
    private readonly runs: DirectoryRuns,
    providers: Providers,
    jobs: LeasedOrganizationJobs,
    workers: Workers,
  ) {
    super(providers, jobs, workers);
  }

  protected async visit(provider: IdentityProvider, beat: Beat): Promise<void> {
    if (isDirectory(provider)) await this.runs.run(provider, { isPreview: false, isForced: false, beat });
  }
}
