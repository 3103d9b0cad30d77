import type { ApiPropertyOptions } from '@nestjs/swagger';

/** OpenAPI schema of a group-setting value. */
export const groupSettingSchema = {
  oneOf: [
    { type: 'integer', minimum: 0 },
    {
      type: 'object',
      required: ['direct_members', 'direct_subgroups'],
      additionalProperties: false,
      properties: {
        direct_members: { type: 'array', items: { type: 'integer', minimum: 0 } },
        direct_subgroups: { type: 'array', items: { type: 'integer', minimum: 0 } },
      },
    },
  ],
} satisfies ApiPropertyOptions;

/** OpenAPI schema of a `GroupSettingChange`. */
export const groupSettingChangeSchema = {
  type: 'object',
  required: ['new'],
  additionalProperties: false,
  properties: { new: groupSettingSchema, old: { ...groupSettingSchema, nullable: true } },
} satisfies ApiPropertyOptions;
