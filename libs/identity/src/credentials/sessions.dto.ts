import type { Actor } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { Sessions } from './sessions.service';

export class SessionDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ description: 'As the browser called itself when it logged in.' })
  user_agent: string;

  @ApiProperty({ type: String, nullable: true, description: 'Where it logged in from.' })
  ip_address: string | null;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  date_created: number;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds, to the hour or more exactly.' })
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

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export const sessionsFor = (
  { sessionId }: Pick<Actor, 'sessionId'>,
  sessions: Awaited<ReturnType<Sessions['list']>>,
): ListSessionsResponse => ({
  sessions: sessions.map(({ id, userAgent, address, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    user_agent: userAgent,
    ip_address: address,
    date_created: seconds(createdAt),
    last_seen: seconds(lastSeenAt),
    expires: seconds(expiresAt),
    is_current: id === sessionId,
  })),
});
