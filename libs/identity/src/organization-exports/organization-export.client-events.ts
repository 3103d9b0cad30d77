import type { OrganizationId } from '@app/kernel';
import { EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { OrganizationExport } from './organization-export';
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

export const exportObject = ({ id, actorId, type, requestedAt, failedAt }: OrganizationExport): ExportObject => ({
  id,
  acting_user_id: actorId,
  export_time: requestedAt,
  export_url: null,
  deleted_timestamp: null,
  failed_timestamp: failedAt,
  pending: failedAt === null,
  export_type: type,
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
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
  }

  async tellChanged(organizationId: OrganizationId): Promise<void> {
    const ids = await this.users.activeIds(organizationId, ROLE.owner, ROLE.administrator);
    const exports = (await this.rows.list(organizationId)).map(exportObject);
    this.log.tell({ kind: TYPE, organizationId, audience: { to: 'users', ids }, payload: { exports } });
  }
}
