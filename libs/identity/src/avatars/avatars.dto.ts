import { ApiProperty } from '@nestjs/swagger';

export class AvatarResponse {
  @ApiProperty({ description: "Absolute, or relative to the server's address" }) avatar_url: string;
}
