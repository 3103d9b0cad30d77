import type { OrganizationId } from '@app/kernel';
import { Backlog, LeasedJobs } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from './organizations.service';

/** Periodic jobs for each active organization. A lease ensures that one node at a time does a job. */
@Injectable()
export class LeasedOrganizationJobs {
  constructor(
    private readonly organizations: Organizations,
    private readonly passes: LeasedJobs,
  ) {}

  /** Takes the job that has been due for the longest time; `null`: none is due. */
  async take(job: string): Promise<OrganizationId | null> {
    const ids = (await this.organizations.list()).filter(({ isDeactivated }) => !isDeactivated).map(({ id }) => id);
    await this.passes.enrol(job, ids);
    return (await this.passes.take(job, ids)) as OrganizationId | null;
  }

  /** Renews the lease. Called by its holder. */
  keep(job: string, organizationId: OrganizationId): Promise<void> {
    return this.passes.put(job, organizationId);
  }

  /** Schedules the next run of the job. Called by the holder of the lease. */
  put(job: string, organizationId: OrganizationId, inSeconds: number): Promise<void> {
    return this.passes.put(job, organizationId, inSeconds);
  }

  backlog(job: string): Promise<Backlog> {
    return this.passes.backlog(job);
  }
}
