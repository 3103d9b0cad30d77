import { ApiProperty } from '@nestjs/swagger';

export class ScimTokenDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  date_created: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX seconds, to the minute; null: never.' })
  last_used: number | null;
}

export class ListScimTokensResponse {
  @ApiProperty({ type: [ScimTokenDto], description: 'The valid ones, oldest first.' })
  scim_tokens: ScimTokenDto[];
}

export class NewScimTokenResponse {
  @ApiProperty({ description: 'Shown this once.' })
  token: string;

  @ApiProperty({ type: [Number], description: 'Ids of older tokens that have ended: two are valid at once.' })
  ended: number[];
}
