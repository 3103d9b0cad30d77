import { Integer, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { MAX_DESCRIPTION_LENGTH, Reason, REASONS } from './report';

const STATUSES = ['open', 'resolved'] as const;
type Status = (typeof STATUSES)[number];
const MAX_LIMIT = 1_000;
const MAX_NOTE_LENGTH = 1_000;

export class ReportMessageRequest {
  @Word({ doc: 'What the message is reported for.', oneOf: REASONS })
  report_type: Reason;

  @Text({
    doc: 'What there is to say about it; not to be left out when `report_type` is `other`.',
    required: false,
    maxLength: MAX_DESCRIPTION_LENGTH,
  })
  description = '';
}

export class ReportDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: 'integer', description: 'Of a message that may be gone by now' }) message_id: number;
  @ApiProperty({ type: 'integer', description: 'Who sent the message' }) sender_id: number;
  @ApiProperty({ type: 'integer' }) reporter_id: number;
  @ApiProperty({ enum: REASONS }) report_type: Reason;
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer', description: 'UNIX seconds' }) reported_at: number;
  @ApiProperty({ enum: STATUSES }) status: Status;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Who has dealt with it' }) resolved_by: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'When, in UNIX seconds' }) resolved_at: number | null;
  @ApiProperty({ description: 'What moderators have noted down' }) note: string;
}

export class ListReportsRequest {
  @Word({
    doc: 'Only open reports, or only resolved ones.',
    oneOf: ['all', ...STATUSES],
    required: false,
  })
  status: 'all' | Status = 'all';

  @Integer({ doc: 'Only reports with a smaller id: the id of the last report of the page before.', required: false })
  before_id: number | null = null;

  @Integer({ doc: 'Length of the page.', required: false, min: 1, max: MAX_LIMIT })
  limit = 100;
}

export class ListReportsResponse {
  @ApiProperty({ type: [ReportDto], description: 'Newest first' }) reports: ReportDto[];
  @ApiProperty({ description: 'There is no older report of those asked for' }) found_oldest: boolean;
}

export class ChangeReportRequest {
  @Word({ doc: 'Whether the report has been dealt with.', oneOf: STATUSES, required: false })
  status: Status = 'resolved';

  @Text({ doc: 'A note for other moderators; default: as it is.', required: false, maxLength: MAX_NOTE_LENGTH })
  note?: string;
}

export class ChangeReportResponse {
  @ApiProperty({ type: ReportDto }) report: ReportDto;
}
