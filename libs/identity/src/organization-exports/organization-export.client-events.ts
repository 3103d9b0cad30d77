import type { OrganizationId } from '@app/kernel';
import { EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { isFetchable, isPending, type OrganizationExport } from './organization-export';
import { Organizations } from '../organizations/organizations.service';
import { ROLE } from '../roles/role';
import { OrganizationExportRepository } from './organization-export.repository';
import { UserRepository } from '../records/user.repository';

/** An export as clients receive it; times are UNIX seconds. */
export interface ExportObject {
  id: number;
  acting_user_id: number;
  export_time: number;
  export_url: string | null;
  deleted_timestamp: number | null;
  failed_timestamp: number | null;
  pending: boolean;
  export_type: number;
}

/** Where administrators fetch the archive, below the address of the organization. */
export const archivePath = ({ id }: Pick<OrganizationExport, 'id'>): string => `/exports/${id}/export-${id}.tar`;

/** @param url the address of the organization */
export const exportObject = (one: OrganizationExport, url: string): ExportObject => ({
  id: one.id,
  acting_user_id: one.actorId,
  export_time: one.requestedAt,
  export_url: isFetchable(one) ? url + archivePath(one) : null,
  deleted_timestamp: one.deletedAt,
  failed_timestamp: one.failedAt,
  pending: isPending(one),
  export_type: one.type,
});

const TYPE = 'realm_export';

const changed: EventKind<{ exports: readonly ExportObject[] }> = {
  kind: TYPE,
  type: TYPE,
  variant: () => '',
  shape: ({ exports }) => ({ type: TYPE, exports }),
};

/** Tells administrators about exports. The snapshot does not list them. */
@Injectable()
export class OrganizationExportClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: OrganizationExportRepository,
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
  }

  /** The newest exports, ascending. */
  async objects(organizationId: OrganizationId): Promise<ExportObject[]> {
    const { url } = await this.organizations.current(organizationId);
    return (await this.rows.list(organizationId)).map((one) => exportObject(one, url));
  }

  async tellChanged(organizationId: OrganizationId): Promise<void> {
    const ids = await this.users.activeIds(organizationId, ROLE.owner, ROLE.administrator);
    const exports = await this.objects(organizationId);
    this.log.tell({ kind: TYPE, organizationId, audience: { to: 'users', ids }, payload: { exports } });
  }
}
