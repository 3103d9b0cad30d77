import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { CodePlayground, PlaygroundFacts } from './code-playground';

@Injectable()
export class CodePlaygroundRepository {
  constructor(private readonly database: Database) {}

  /** Ordered by creation. */
  list(organizationId: OrganizationId): Promise<CodePlayground[]> {
    return this.database.rows<CodePlayground>(
      `SELECT id, name, language, url_template AS "urlTemplate" FROM code_playground
        WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    );
  }

  async insert(organizationId: OrganizationId, { name, language, urlTemplate }: PlaygroundFacts): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO code_playground (organization_id, name, language, url_template) VALUES ($1, $2, $3, $4)
        RETURNING id`,
      [organizationId, name, language, urlTemplate],
    );
    return row!.id;
  }

  async update(organizationId: OrganizationId, { id, name, language, urlTemplate }: CodePlayground): Promise<void> {
    await this.database.write(
      `UPDATE code_playground SET name = $3, language = $4, url_template = $5 WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, name, language, urlTemplate],
    );
  }

  async remove(organizationId: OrganizationId, id: number): Promise<void> {
    await this.database.write('DELETE FROM code_playground WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);
  }
}
