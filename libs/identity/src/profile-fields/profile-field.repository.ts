import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ProfileField } from './profile-field';
import { ProfileFieldEntity } from './profile-field.entity';

const COLUMNS = `id, organization_id AS "organizationId", type, name, hint, field_data AS "fieldData", position,
  display_in_profile_summary AS "displayInProfileSummary", required, editable_by_user AS "editableByUser"`;

@Injectable()
export class ProfileFieldRepository {
  constructor(
    @InjectRepository(ProfileFieldEntity) private readonly fields: Repository<ProfileFieldEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by position. SQL, as every registration asks for it (ADR 30). */
  list(organizationId: OrganizationId): Promise<ProfileField[]> {
    return this.database.rows<ProfileField>(
      `SELECT ${COLUMNS} FROM profile_field WHERE organization_id = $1 ORDER BY position, id`,
      [organizationId],
    );
  }

  /** Inserts the field after all others: SQL finds the place in the same statement. */
  async insert(
    organizationId: OrganizationId,
    field: Omit<ProfileField, 'id' | 'organizationId' | 'position'>,
  ): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO profile_field (organization_id, type, name, hint, field_data, position,
          display_in_profile_summary, required, editable_by_user)
        VALUES ($1, $2, $3, $4, $5,
          (SELECT coalesce(max(position), 0) + 1 FROM profile_field WHERE organization_id = $1), $6, $7, $8)
        RETURNING id`,
      [
        organizationId,
        field.type,
        field.name,
        field.hint,
        field.fieldData,
        field.displayInProfileSummary,
        field.required,
        field.editableByUser,
      ],
    );
    return row!.id;
  }

  async update({ organizationId, id, type: _type, position: _position, ...field }: ProfileField): Promise<void> {
    await this.fields.update({ organizationId, id }, field);
  }

  /** SQL writes the order of all with one statement. */
  async reorder(organizationId: OrganizationId, ids: readonly number[]): Promise<void> {
    await this.database.write(
      `UPDATE profile_field f SET position = ordered.place
        FROM unnest($2::bigint[]) WITH ORDINALITY AS ordered (id, place)
        WHERE f.organization_id = $1 AND f.id = ordered.id`,
      [organizationId, ids],
    );
  }

  /** Removes the field with all its values. */
  async remove(organizationId: OrganizationId, id: number): Promise<void> {
    await this.fields.delete({ organizationId, id });
  }
}
