import { Injectable } from '@nestjs/common';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import type { ExportScope } from './export-sections.port';
import { EXPORT_TYPE, type ExportWork } from './organization-export';
import { OrganizationExportRepository } from './organization-export.repository';

/** What an export contains, asked anew for each page: a consent that is withdrawn counts from then on. */
@Injectable()
export class ExportScopes {
  constructor(
    private readonly rows: OrganizationExportRepository,
    private readonly users: Users,
  ) {}

  /** @throws MustBeAdministrator, AccountIsDeactivated: of the account that asked for the export */
  async of({ organizationId, actorId, type, requestedAt }: ExportWork): Promise<ExportScope> {
    const acting = await this.users.acting({ organizationId, userId: actorId });
    assertAdministrator(acting);
    const consents = type === EXPORT_TYPE.consented ? await this.rows.consents(organizationId) : [];
    const consentingIds = consents.filter(({ isGiven }) => isGiven).map(({ userId }) => userId);
    return { organizationId, acting, requestedAt, consentingIds: new Set(consentingIds) };
  }
}
