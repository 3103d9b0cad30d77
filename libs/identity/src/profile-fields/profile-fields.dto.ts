import { Flag, Integer, Integers, Json, Objects, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { ProfileFieldPatch } from './profile-field-administration.service';
import type { ProfileFieldObject } from './profile-field.client-events';
import { PROFILE_FIELD_TYPE, ProfileFieldType } from './profile-field';

const TYPES = Object.values(PROFILE_FIELD_TYPE);

/** A text, a list of user ids, or nothing. The type of the field decides which is valid. */
const PROFILE_VALUE = {
  nullable: true,
  oneOf: [{ type: 'string' as const }, { type: 'array' as const, items: { type: 'integer' as const } }],
};

function checkProfileValue(value: unknown): string | null {
  if (value === null || typeof value === 'string') return null;
  const isList = Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && (one as number) >= 0);
  return isList ? null : '$V is neither a string nor a list of user IDs';
}

export class ProfileDataItem {
  @Integer({ doc: 'The custom profile field.' })
  id: number;

  @Json({
    doc: 'Text, or the ids of users for a field of users; null or empty: nothing.',
    nullable: true,
    schema: PROFILE_VALUE,
    check: checkProfileValue,
  })
  value: string | number[] | null;
}

const isDict = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const FieldData = () =>
  Json({
    doc:
      'Of a list of options: by key, the text and the place (`order`) of each, as strings. Of an external account: ' +
      '`subtype`, and for `custom` the `url_pattern` with `%(username)s` in it. Otherwise of no importance.',
    required: false,
    schema: { type: 'object', additionalProperties: true },
    check: (value) => (isDict(value) ? null : '$V is not a dict'),
  });

export class ChangeProfileFieldRequest {
  @Text({ doc: 'At most 40 characters.', required: false })
  name?: string;

  @Text({ doc: 'A hint for its value: at most 80 characters.', required: false })
  hint?: string;

  @FieldData()
  field_data?: Record<string, unknown>;

  @Flag({ doc: 'Shown where there is little room; of two fields at most.', required: false })
  display_in_profile_summary?: boolean;

  @Flag({ doc: 'Clients ask users to fill it in.', required: false })
  required?: boolean;

  @Flag({ doc: 'Otherwise administrators write it.', required: false })
  editable_by_user?: boolean;
}

export class CreateProfileFieldRequest extends ChangeProfileFieldRequest {
  @Json({
    doc: '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
    schema: { type: 'integer', enum: TYPES },
    check: (value) => {
      if (!Number.isInteger(value)) return '$V is not an integer';
      return TYPES.includes(value as ProfileFieldType) ? null : 'Invalid field type.';
    },
  })
  field_type: ProfileFieldType;
}

export const profileFieldPatchIn = (request: ChangeProfileFieldRequest): ProfileFieldPatch => ({
  name: request.name,
  hint: request.hint,
  fieldData: request.field_data,
  displayInProfileSummary: request.display_in_profile_summary,
  required: request.required,
  editableByUser: request.editable_by_user,
});

export class CreateProfileFieldResponse {
  @ApiProperty({ type: 'integer' })
  id: number;
}

export class ReorderProfileFieldsRequest {
  @Integers({ doc: 'The ids of all fields, in the new order.' })
  order: number[];
}

class ProfileFieldDto implements ProfileFieldObject {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer', enum: TYPES })
  type: number;

  @ApiProperty({ type: 'integer' })
  order: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  hint: string;

  @ApiProperty({ description: 'JSON in a string; empty for types that need nothing.' })
  field_data: string;

  @ApiProperty({ type: Boolean, required: false, description: 'Only where it is so.' })
  display_in_profile_summary?: true;

  @ApiProperty()
  required: boolean;

  @ApiProperty()
  editable_by_user: boolean;
}

export class ListProfileFieldsResponse {
  @ApiProperty({ type: [ProfileFieldDto] })
  custom_fields: ProfileFieldDto[];
}

export class ChangeProfileDataRequest {
  @Objects(() => ProfileDataItem, { doc: 'The values of own custom profile fields.' })
  data: ProfileDataItem[];
}

export class RemoveProfileDataRequest {
  @Integers({ doc: 'Custom profile fields whose values are removed.' })
  data: number[];
}
