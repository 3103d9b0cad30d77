import type { OrganizationId } from '@app/kernel';
import { Backlog, LeasedJobs } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from './organizations.service';

/** Jobs that come round for each organization that is open. One node at a time does one. */
@Injectable()
export class LeasedOrganizationJobs {
  constructor(
    private readonly organizations: Organizations,
    private readonly passes: LeasedJobs,
  ) {}

  /** Takes up what has been due longest; null: nothing is. */
  async take(job: string): Promise<OrganizationId | null> {
    const ids = (await this.organizations.list()).filter(({ isDeactivated }) => !isDeactivated).map(({ id }) => id);
    await this.passes.enrol(job, ids);
    return (await this.passes.take(job, ids)) as OrganizationId | null;
  }

  /** For the holder of the lease: renews it. */
  keep(job: string, organizationId: OrganizationId): Promise<void> {
    return this.passes.put(job, organizationId);
  }

  /** For the holder of the lease: has the job done again after that time. */
  put(job: string, organizationId: OrganizationId, inSeconds: number): Promise<void> {
    return this.passes.put(job, organizationId, inSeconds);
  }

  backlog(job: string): Promise<Backlog> {
    return this.passes.backlog(job);
  }
}
