import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BIND = prepared(
  `INSERT INTO relay_realm (uuid, organization_id) SELECT uuid, $2 FROM unnest($1::uuid[]) AS given (uuid) ORDER BY uuid
   ON CONFLICT (uuid) DO UPDATE SET organization_id = relay_realm.organization_id
   RETURNING uuid, organization_id AS "organizationId"`,
);
const OWNERS = prepared(
  'SELECT uuid, organization_id AS "organizationId" FROM relay_realm WHERE uuid = ANY ($1::uuid[])',
);

interface Ownership {
  uuid: string;
  organizationId: string;
}

@Injectable()
export class RealmRepository {
  constructor(private readonly database: Database) {}

  /** Binds those of the realms that are new; answers whose each of them is. */
  async bind(uuids: readonly string[], organizationId: string): Promise<Map<string, string>> {
    return byUuid(await this.database.rows(BIND, [uuids, organizationId]));
  }

  /** The owners of the realms. Realms that no organization has named are left out. */
  async owners(uuids: readonly string[]): Promise<Map<string, string>> {
    return byUuid(await this.database.rows(OWNERS, [uuids]));
  }
}

const byUuid = (rows: Ownership[]): Map<string, string> =>
  new Map(rows.map(({ uuid, organizationId }) => [uuid, organizationId]));
