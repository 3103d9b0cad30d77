import { ApiProperty } from '@nestjs/swagger';

class RegisteredDevices {
  @ApiProperty({ description: 'Users with at least one registered device.' })
  users: number;

  @ApiProperty({ description: 'Registered devices that receive encrypted notifications.' })
  encrypted: number;

  @ApiProperty({ description: 'Registered devices of apps that do not encrypt.' })
  by_token: number;

  @ApiProperty({ description: 'Devices that the relay has not been told of yet.' })
  waiting: number;

  @ApiProperty({
    description: 'Devices whose registration the relay refused, or that it could not be told of in time.',
  })
  failed: number;
}

class WaitingDeliveries {
  @ApiProperty({ description: 'Notifications that the relay has not taken yet; at most 100,000 are counted.' })
  waiting: number;

  @ApiProperty({ description: 'Those among them that were tried before.' })
  repeated: number;

  @ApiProperty({ description: 'Those among them that the relay refused.' })
  refused: number;

  @ApiProperty({ description: 'The age of the oldest, in seconds; 0: none waits.' })
  oldest_seconds: number;
}

export class PushStatusResponse {
  @ApiProperty({ type: 'string', nullable: true, description: 'The host of the push relay; `null`: none is set.' })
  relay: string | null;

  @ApiProperty({ description: 'Whether the relay serves the organization, as far as is known.' })
  is_enabled: boolean;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'UNIX seconds: when the relay will stop; `null`: unknown.',
  })
  ends_at: number | null;

  @ApiProperty({ type: RegisteredDevices, description: 'Devices of all accounts.' })
  devices: RegisteredDevices;

  @ApiProperty({ type: WaitingDeliveries })
  deliveries: WaitingDeliveries;
}
