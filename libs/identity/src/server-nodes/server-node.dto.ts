import { ApiProperty } from '@nestjs/swagger';

class ServerNodeDto {
  @ApiProperty({ description: 'Differs after each start.' })
  id: string;

  @ApiProperty({ description: 'The name of its machine or container.' })
  host: string;

  @ApiProperty({ description: 'The version of Parley that it runs.' })
  version: string;

  @ApiProperty({ type: 'number', description: 'UNIX seconds.' })
  started_at: number;

  @ApiProperty({ type: 'number', description: 'UNIX seconds: when it last reported. It does so every 30 seconds.' })
  last_seen_at: number;

  @ApiProperty({ description: 'False: it has not reported for 90 seconds.' })
  is_up: boolean;

  @ApiProperty({ description: 'It is the node that answers.' })
  is_this: boolean;
}

export class ServerNodesResponse {
  @ApiProperty({ type: [ServerNodeDto], description: 'The 100 that have run longest, those first.' })
  nodes: ServerNodeDto[];
}
