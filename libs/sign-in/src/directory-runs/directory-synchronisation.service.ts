import { LeasedOrganizationJobs } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { type Backlog, type Worker, Workers } from '@app/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isDirectory } from '../ldap/directory.client';
import { Providers } from '../providers/providers.service';
import { DirectoryRuns } from './directory-runs.service';

const EVERY_MS = 60_000;
/** Between two synchronisations of an organization. */
const EVERY_SECONDS = 3_600;
/** The lease of the job lasts longer. */
const BEAT_MS = 15_000;

/** Synchronises the directories of each organization once an hour, on one node at a time. */
@Injectable()
export class DirectorySynchronisation implements OnModuleInit, Worker {
  readonly name = 'directory-synchronisation';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly runs: DirectoryRuns,
    private readonly providers: Providers,
    private readonly jobs: LeasedOrganizationJobs,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const organizationId = await this.jobs.take(this.name);
    if (organizationId === null) return false;
    const beat = this.beatOf(organizationId, signal);
    for (const provider of await this.providers.list(organizationId)) {
      if (isDirectory(provider) && !signal.aborted)
        await this.runs.run(provider, { isPreview: false, isForced: false, beat }).catch(stoppedOr(signal));
    }
    await this.jobs.put(this.name, organizationId, signal.aborted ? 0 : EVERY_SECONDS);
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.jobs.backlog(this.name);
  }

  /** Renews the lease now and then, and ends the run when the node stops. */
  private beatOf(organizationId: OrganizationId, signal: AbortSignal): () => Promise<void> {
    let last = Date.now();
    return async () => {
      signal.throwIfAborted();
      if (Date.now() - last < BEAT_MS) return;
      last = Date.now();
      await this.jobs.keep(this.name, organizationId);
    };
  }
}

/** A node that stops ends its run: another one begins anew. */
const stoppedOr =
  (signal: AbortSignal) =>
  (error: unknown): void => {
    if (!signal.aborted) throw error;
  };
