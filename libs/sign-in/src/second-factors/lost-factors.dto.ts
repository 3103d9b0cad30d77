import { ApiProperty } from '@nestjs/swagger';

export class FactorCountDto {
  @ApiProperty({ type: 'integer' }) user_id: number;
  @ApiProperty({ type: 'integer', description: 'The number of second factors.' }) count: number;
}

export class ListFactorCountsResponse {
  @ApiProperty({ type: [FactorCountDto], description: 'The users who have one, ascending.' })
  users: FactorCountDto[];
}

export class RemovedFactorsResponse {
  @ApiProperty({ type: 'integer', description: 'The number of removed second factors.' })
  removed: number;
}
