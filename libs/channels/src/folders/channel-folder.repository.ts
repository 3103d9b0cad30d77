import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelFolder } from './channel-folder';

const COLUMNS = `id, name, description, rendered_description AS "renderedDescription", position,
  creator_id AS "creatorId", is_archived AS "isArchived", floor(extract(epoch FROM created_at))::bigint AS "createdAt"`;

export type FolderText = Pick<ChannelFolder, 'name' | 'description' | 'renderedDescription'>;

@Injectable()
export class ChannelFolderRepository {
  constructor(private readonly database: Database) {}

  /** In their order, archived ones included. */
  list(organizationId: OrganizationId): Promise<ChannelFolder[]> {
    return this.database.rows(
      `SELECT ${COLUMNS} FROM channel_folder WHERE organization_id = $1 ORDER BY position, id`,
      [organizationId],
    );
  }

  find(organizationId: OrganizationId, id: number): Promise<ChannelFolder | null> {
    return this.database.row(`SELECT ${COLUMNS} FROM channel_folder WHERE organization_id = $1 AND id = $2`, [
      organizationId,
      id,
    ]);
  }

  /** Whether a folder in use, other than `exceptId`, has that name in any case. */
  async isNameTaken(organizationId: OrganizationId, name: string, exceptId: number | null): Promise<boolean> {
    const row = await this.database.row(
      `SELECT FROM channel_folder WHERE organization_id = $1 AND lower(name) = lower($2) AND NOT is_archived
         AND ($3::bigint IS NULL OR id <> $3)`,
      [organizationId, name, exceptId],
    );
    return row !== null;
  }

  /** Whether any channel, archived or not, is in the folder. */
  async holdsChannels(id: number): Promise<boolean> {
    return (await this.database.row('SELECT FROM channel WHERE folder_id = $1 LIMIT 1', [id])) !== null;
  }

  /** Behind all others. */
  async insert(organizationId: OrganizationId, creatorId: UserId, text: FolderText): Promise<ChannelFolder> {
    const folder = await this.database.row<ChannelFolder>(
      `INSERT INTO channel_folder (organization_id, creator_id, name, description, rendered_description, position)
       SELECT $1, $2, $3, $4, $5, coalesce(max(position) + 1, 0) FROM channel_folder WHERE organization_id = $1
       RETURNING ${COLUMNS}`,
      [organizationId, creatorId, text.name, text.description, text.renderedDescription],
    );
    return folder!;
  }

  async update({ id, name, description, renderedDescription, isArchived }: ChannelFolder): Promise<void> {
    await this.database.write(
      `UPDATE channel_folder SET name = $2, description = $3, rendered_description = $4, is_archived = $5 WHERE id = $1`,
      [id, name, description, renderedDescription, isArchived],
    );
  }

  /** All folders of an organization, in their new order. */
  async reorder(organizationId: OrganizationId, ids: readonly number[]): Promise<void> {
    await this.database.write(
      `UPDATE channel_folder f SET position = wanted.place - 1
       FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, place) WHERE f.organization_id = $1 AND f.id = wanted.id`,
      [organizationId, ids],
    );
  }
}
