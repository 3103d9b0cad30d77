import { Json } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { EXPORT_TYPE } from './organization-export';

const TYPES: readonly number[] = Object.values(EXPORT_TYPE);
const TIME = { type: 'number', description: 'UNIX seconds.' } as const;

export class RequestExportRequest {
  @Json({
    doc: '1: public data; 2: also the private data of users who consented. Default: 1.',
    required: false,
    schema: { type: 'integer', enum: [...TYPES] },
    check: (value) => (TYPES.includes(value as number) ? null : 'Invalid $V'),
  })
  export_type: number = EXPORT_TYPE.public;
}

export class RequestExportResponse {
  @ApiProperty({ type: 'integer', description: 'The export; its state is in GET /export/realm.' })
  id: number;
}

class ExportDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer', description: 'Who asked for it.' })
  acting_user_id: number;

  @ApiProperty(TIME)
  export_time: number;

  @ApiProperty({ type: String, nullable: true, description: 'Where it can be fetched; null: nowhere.' })
  export_url: string | null;

  @ApiProperty({ ...TIME, nullable: true })
  deleted_timestamp: number | null;

  @ApiProperty({ ...TIME, nullable: true })
  failed_timestamp: number | null;

  @ApiProperty({ description: 'It is being made.' })
  pending: boolean;

  @ApiProperty({ type: 'integer', enum: [...TYPES] })
  export_type: number;
}

export class ListExportsResponse {
  @ApiProperty({ type: [ExportDto], description: 'The newest 100, ascending by id.' })
  exports: ExportDto[];
}

class ExportConsentDto {
  @ApiProperty({ type: 'integer' })
  user_id: number;

  @ApiProperty({ description: 'The user lets administrators export private data.' })
  consented: boolean;

  @ApiProperty({ type: 'integer', description: 'Who may see the e-mail address of the user.' })
  email_address_visibility: number;
}

export class ListExportConsentsResponse {
  @ApiProperty({ type: [ExportConsentDto], description: 'Of active users, bots apart.' })
  export_consents: ExportConsentDto[];
}
