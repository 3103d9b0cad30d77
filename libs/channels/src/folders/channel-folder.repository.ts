import { type OrganizationId, unixSeconds, type UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ChannelFolder } from './channel-folder';
import { ChannelFolderEntity } from './channel-folder.entity';

const COLUMNS = `id, name, description, rendered_description AS "renderedDescription", position,
  creator_id AS "creatorId", is_archived AS "isArchived", floor(extract(epoch FROM created_at))::bigint AS "createdAt"`;

export type FolderText = Pick<ChannelFolder, 'name' | 'description' | 'renderedDescription'>;

@Injectable()
export class ChannelFolderRepository {
  constructor(
    @InjectRepository(ChannelFolderEntity) private readonly folders: Repository<ChannelFolderEntity>,
    private readonly database: Database,
  ) {}

  /** In their order, including archived ones. Uses SQL because every registration runs it (ADR 30). */
  list(organizationId: OrganizationId): Promise<ChannelFolder[]> {
    return this.database.rows(
      `SELECT ${COLUMNS} FROM channel_folder WHERE organization_id = $1 ORDER BY position, id`,
      [organizationId],
    );
  }

  async find(organizationId: OrganizationId, id: number): Promise<ChannelFolder | null> {
    const folder = await this.folders.findOneBy({ organizationId, id });
    return folder && folderOf(folder);
  }

  /** Whether an active folder other than `exceptId` has that name, ignoring case. */
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

  /** Inserts the folder after all others. Uses SQL, which computes the position in the same statement. */
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
    await this.folders.update({ id }, { name, description, renderedDescription, isArchived });
  }

  /** Stores the new order of all folders. Uses SQL to do so in one statement. */
  async reorder(organizationId: OrganizationId, ids: readonly number[]): Promise<void> {
    await this.database.write(
      `UPDATE channel_folder f SET position = wanted.place - 1
       FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, place) WHERE f.organization_id = $1 AND f.id = wanted.id`,
      [organizationId, ids],
    );
  }
}

const folderOf = ({
  id,
  name,
  description,
  renderedDescription,
  position,
  ...row
}: ChannelFolderEntity): ChannelFolder => ({
  id,
  name,
  description,
  renderedDescription,
  position,
  creatorId: row.creatorId,
  isArchived: row.isArchived,
  createdAt: unixSeconds(row.createdAt),
});
