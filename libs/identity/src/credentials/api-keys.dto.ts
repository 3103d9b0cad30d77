import { ApiProperty } from '@nestjs/swagger';

export class ApiKeyDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ description: 'Name of the client program that the key was made for.' })
  client: string;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  date_created: number;

  @ApiProperty({ description: 'It is the key of this request.' })
  is_current: boolean;
}

export class ListApiKeysResponse {
  @ApiProperty({ type: [ApiKeyDto], description: 'Latest first.' })
  api_keys: ApiKeyDto[];
}

export class NewApiKeyResponse {
  @ApiProperty({ description: '32 letters and digits; shown this once.' })
  api_key: string;
}
