import { Integer, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { Facts } from './audit-entry';

/** The end of the year 9999, in UNIX seconds. */
const LATEST = 253_402_300_799;
const MAX_LIMIT = 1_000;

export class AuditLogRequest {
  @Integer({ doc: 'Only what this user did.', required: false })
  actor_id: number | null = null;

  @Text({ doc: 'Only changes of this kind, such as `created`.', required: false, maxLength: 100 })
  action: string | null = null;

  @Text({ doc: 'Only changes of things of this kind, such as `channel`.', required: false, maxLength: 100 })
  object_type: string | null = null;

  @Integer({ doc: 'Only changes of things with this id.', required: false })
  object_id: number | null = null;

  @Integer({ doc: 'Only what happened at this time (UNIX seconds) or later.', required: false, max: LATEST })
  since: number | null = null;

  @Integer({ doc: 'Only what happened before this time (UNIX seconds).', required: false, max: LATEST })
  until: number | null = null;

  @Integer({ doc: 'Only entries with a smaller id: the id of the last entry of the page before.', required: false })
  before_id: number | null = null;

  @Integer({ doc: 'Length of the page.', required: false, min: 1, max: MAX_LIMIT })
  limit = 100;
}

const FACTS = { type: 'object' as const, additionalProperties: true, nullable: true };

export class AuditEntryDto {
  @ApiProperty({ type: 'integer', description: "Place in the organization's log, counted from 1 without gaps." })
  id: number;

  @ApiProperty({ description: 'UNIX seconds, with milliseconds behind the point.' })
  time: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null: the operator, or a visitor without a login.' })
  actor_id: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Name of the client program.' })
  client: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'IP address.' })
  address: string | null;

  @ApiProperty({ description: 'What was done, such as `created`.' })
  action: string;

  @ApiProperty({ description: 'To what kind of thing, such as `channel`.' })
  object_type: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null: to one that does not exist.' })
  object_id: number | null;

  @ApiProperty({ ...FACTS, description: 'What mattered of it before; null: it was not there.' })
  before: Facts | null;

  @ApiProperty({ ...FACTS, description: 'What matters of it since then; null: it is gone.' })
  after: Facts | null;

  @ApiProperty({ description: 'sha256 over the hash of the entry before and all fields of this one, in hexadecimal.' })
  hash: string;
}

export class AuditLogResponse {
  @ApiProperty({ type: [AuditEntryDto], description: 'Latest first.' })
  entries: AuditEntryDto[];

  @ApiProperty({ description: 'There is no older entry of those asked for.' })
  found_oldest: boolean;
}
