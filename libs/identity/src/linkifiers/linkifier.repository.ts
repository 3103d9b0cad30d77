import type { OrganizationId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { LinkifierRule } from './linkifier';
import { LinkifierEntity } from './linkifier.entity';

/** The linkifiers of an organization in their order, with their common version. */
export interface LinkifierRows {
  id: OrganizationId;
  version: number;
  rules: LinkifierRule[];
}

/** SQL, as the rules and their version belong together. */
const OF_ORGANIZATION = prepared(`SELECT o.id, o.linkifier_version AS version,
    coalesce((SELECT json_agg(json_build_object('id', l.id, 'pattern', l.pattern, 'urlTemplate', l.url_template)
        ORDER BY l.position, l.id)
      FROM linkifier l WHERE l.organization_id = o.id), '[]') AS rules
  FROM organization o WHERE o.id = $1`);

@Injectable()
export class LinkifierRepository {
  constructor(
    @InjectRepository(LinkifierEntity) private readonly linkifiers: Repository<LinkifierEntity>,
    private readonly database: Database,
  ) {}

  async get(organizationId: OrganizationId): Promise<LinkifierRows> {
    const row = await this.database.row<LinkifierRows>(OF_ORGANIZATION, [organizationId]);
    if (!row) throw new Error(`There is no organization ${organizationId}.`);
    return row;
  }

  /** Inserts a linkifier after all others: SQL finds the place in the same statement. */
  async insert(organizationId: OrganizationId, pattern: string, urlTemplate: string): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO linkifier (organization_id, pattern, url_template, position)
        SELECT $1, $2, $3, coalesce(max(position), 0) + 1 FROM linkifier WHERE organization_id = $1 RETURNING id`,
      [organizationId, pattern, urlTemplate],
    );
    return row!.id;
  }

  async update(organizationId: OrganizationId, { id, pattern, urlTemplate }: LinkifierRule): Promise<void> {
    await this.linkifiers.update({ organizationId, id }, { pattern, urlTemplate });
  }

  async remove(organizationId: OrganizationId, id: number): Promise<void> {
    await this.linkifiers.delete({ organizationId, id });
  }

  /** SQL writes the order of all with one statement. */
  async reorder(organizationId: OrganizationId, ids: readonly number[]): Promise<void> {
    await this.database.write(
      `UPDATE linkifier SET position = wanted.position
        FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, position)
        WHERE linkifier.organization_id = $1 AND linkifier.id = wanted.id`,
      [organizationId, ids],
    );
  }
}
