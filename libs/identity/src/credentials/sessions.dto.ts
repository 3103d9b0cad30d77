import { ApiProperty } from '@nestjs/swagger';

export class SessionDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ description: 'As the browser called itself when it logged in.' })
  user_agent: string;

  @ApiProperty({ type: String, nullable: true, description: 'Where it logged in from.' })
  ip_address: string | null;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  date_created: number;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds, to the hour.' })
  last_seen: number;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds: when it ends if it is not used before.' })
  expires: number;

  @ApiProperty({ description: 'It is the session of this request.' })
  is_current: boolean;
}

export class ListSessionsResponse {
  @ApiProperty({ type: [SessionDto], description: 'Latest first.' })
  sessions: SessionDto[];
}
