import type { Actor } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiKeys } from './api-keys.service';

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

export const apiKeysFor = (
  { keyId }: Pick<Actor, 'keyId'>,
  keys: Awaited<ReturnType<ApiKeys['list']>>,
): ListApiKeysResponse => ({
  api_keys: keys.map(({ id, client, createdAt }) => ({
    id,
    client,
    date_created: Math.floor(createdAt / 1000),
    is_current: id === keyId,
  })),
});
