import type { OrganizationId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { PictureKind } from './picture';

export interface UnusedPicture {
  name: string;
  kind: PictureKind;
  organizationId: OrganizationId;
}

@Injectable()
export class UnusedPictureRepository {
  constructor(private readonly database: Database) {}

  async insert({ name, kind, organizationId }: UnusedPicture): Promise<void> {
    await this.database.write(
      'INSERT INTO unused_picture (name, kind, organization_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [name, kind, organizationId],
    );
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.database.write('DELETE FROM unused_picture WHERE name = ANY($1::text[])', [names]);
  }

  list(unusedForSeconds: number, limit: number): Promise<UnusedPicture[]> {
    return this.database.rows<UnusedPicture>(
      `SELECT name, kind, organization_id AS "organizationId" FROM unused_picture
        WHERE since < now() - make_interval(secs => $1) ORDER BY since LIMIT $2`,
      [unusedForSeconds, limit],
    );
  }

  async backlog(unusedForSeconds: number): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(floor(extract(epoch FROM now() - min(since)) - $1), 0)::bigint AS "oldestSeconds"
        FROM unused_picture WHERE since < now() - make_interval(secs => $1)`,
      [unusedForSeconds],
    );
    return row!;
  }
}
