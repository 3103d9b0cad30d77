import { Flag } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { ImportAction } from './import-plan';

const ACTIONS: readonly ImportAction[] = ['create', 'update', 'deactivate', 'reactivate', 'none'];

export class ImportUsersRequest {
  @Flag({ doc: 'Only say what each line would do.', required: false })
  dry_run = false;
}

class LineDto {
  @ApiProperty({ type: 'integer', description: 'The line of the file; the first is 1.' })
  line: number;

  @ApiProperty()
  email: string;

  @ApiProperty({ enum: ACTIONS })
  action: ImportAction;

  @ApiProperty({ type: [String], description: 'The changes, one phrase each.' })
  changes: string[];
}

class FaultDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty()
  message: string;
}

export class ImportProgressResponse {
  @ApiProperty({ type: 'integer', required: false, description: 'The import; absent in a dry run.' })
  import_id?: number;

  @ApiProperty({ type: 'integer', description: 'The people in the file.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'How many of them are done.' })
  done: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why the rest is not carried out; null: nothing failed.' })
  failure: string | null;
}

export class ImportUsersResponse extends ImportProgressResponse {
  @ApiProperty({ type: [LineDto], description: 'What each line does, in the order of the file.' })
  lines: LineDto[];

  @ApiProperty({ type: [FaultDto], description: 'The wrong lines, in a dry run; otherwise the file is refused.' })
  errors: FaultDto[];
}
