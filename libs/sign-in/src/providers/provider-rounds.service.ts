import { LeasedOrganizationJobs } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { type Backlog, type Worker, Workers } from '@app/platform';
import type { OnModuleInit } from '@nestjs/common';
import type { IdentityProvider } from './identity-provider';
import { Providers } from './providers.service';

const EVERY_MS = 60_000;
/** Between two rounds of an organization. */
const EVERY_SECONDS = 3_600;
/** The lease of the job lasts longer. */
const BEAT_MS = 15_000;

/** Renews the lease of a round now and then, and throws when the node stops. */
export type Beat = () => Promise<void>;

/** Goes round the providers of each organization once an hour, on one node at a time. */
export abstract class ProviderRounds implements OnModuleInit, Worker {
  abstract readonly name: string;
  readonly everyMs = EVERY_MS;

  constructor(
    protected readonly providers: Providers,
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
    for (const provider of await this.providers.list(organizationId))
      if (!signal.aborted) await this.visit(provider, beat).catch(stoppedOr(signal));
    await this.jobs.put(this.name, organizationId, signal.aborted ? 0 : EVERY_SECONDS);
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.jobs.backlog(this.name);
  }

  /** Does what is due for the provider, if it is of the right kind. */
  protected abstract visit(provider: IdentityProvider, beat: Beat): Promise<unknown>;

  private beatOf(organizationId: OrganizationId, signal: AbortSignal): Beat {
    let last = Date.now();
    return async () => {
      signal.throwIfAborted();
      if (Date.now() - last < BEAT_MS) return;
      last = Date.now();
      await this.jobs.keep(this.name, organizationId);
    };
  }
}

/** A node that stops ends its round: another one begins anew. */
const stoppedOr =
  (signal: AbortSignal) =>
  (error: unknown): void => {
    if (!signal.aborted) throw error;
  };
