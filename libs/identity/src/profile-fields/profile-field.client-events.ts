import type { OrganizationId } from '@app/kernel';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { ProfileField } from './profile-field';
import { ProfileFieldRepository } from './profile-field.repository';

/** A custom profile field as clients receive it. */
export interface ProfileFieldObject {
  id: number;
  type: number;
  order: number;
  name: string;
  hint: string;
  field_data: string;
  /** Present only if true. */
  display_in_profile_summary?: true;
  required: boolean;
  editable_by_user: boolean;
}

const TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

interface Listed {
  readonly fields: readonly ProfileFieldObject[];
}

const listed: EventKind<Listed> = {
  kind: 'custom_profile_fields',
  type: 'custom_profile_fields',
  variant: () => '',
  shape: ({ fields }) => ({ type: 'custom_profile_fields', fields }),
};

export const profileFieldObject = (field: ProfileField): ProfileFieldObject => ({
  id: field.id,
  type: field.type,
  order: field.position,
  name: field.name,
  hint: field.hint,
  field_data: field.fieldData,
  ...(field.displayInProfileSummary ? { display_in_profile_summary: true as const } : {}),
  required: field.required,
  editable_by_user: field.editableByUser,
});

/** The change of a value in an event about the user; `null`: the value was removed. */
export const profileFieldChange = (id: number, value: string | null, rendered: string | null) => ({
  custom_profile_field: { id, value, ...(rendered === null ? {} : { rendered_value: rendered }) },
});

/** Client events and snapshot of the fields of an organization, for all its users. */
@Injectable()
export class ProfileFieldClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['custom_profile_fields'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: ProfileFieldRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(listed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const fields = await this.rows.list(actor.organizationId);
    return { custom_profile_fields: fields.map(profileFieldObject), custom_profile_field_types: TYPES };
  }

  /** Spectators receive no fields, because they see no values. */
  readForSpectator(): Record<string, unknown> {
    return { custom_profile_fields: [], custom_profile_field_types: TYPES };
  }

  /** The event contains the whole list. */
  async tell(organizationId: OrganizationId): Promise<void> {
    const fields = (await this.rows.list(organizationId)).map(profileFieldObject);
    const audience = { to: 'organization' as const, except: [] };
    this.log.tell({ kind: listed.kind, organizationId, audience, payload: { fields } });
  }
}
