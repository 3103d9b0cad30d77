import { ApiProperty } from '@nestjs/swagger';

export class ReadReceiptsResponse {
  @ApiProperty({ type: 'array', items: { type: 'integer' }, description: 'Those who have read it, ascending.' })
  user_ids: number[];
}
