import { Actor, CurrentActor, HumansOnly, Operation, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ApiKeys } from './api-keys.service';
import { ApiKeyIsUnknown } from './credentials.errors';
import { ExternalLogins } from './external-logins.service';
import { ListApiKeysResponse, NewApiKeyResponse } from './api-keys.dto';

/** The caller's own keys. The key of a bot belongs to its owner. */
@HumansOnly()
@Controller('api/v1')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly externalLogins: ExternalLogins,
  ) {}

  @Operation('GET', 'users/me/api_keys', {
    summary: 'List own API keys',
    section: 'issue 6, sessions',
    tag: 'authentication',
    response: ListApiKeysResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListApiKeysResponse> {
    const keys = await this.keys.list(actor);
    return {
      api_keys: keys.map(({ id, client, createdAt }) => ({
        id,
        client,
        date_created: Math.floor(createdAt / 1000),
        is_current: id === actor.keyId,
      })),
    };
  }

  @Operation('DELETE', 'users/me/api_keys/:key_id', {
    summary: 'Revoke one of the own API keys',
    section: 'issue 6, sessions',
    tag: 'authentication',
  })
  async revoke(@CurrentActor() actor: Actor, @Param('key_id') id: string): Promise<object> {
    await this.keys.revoke(
      actor,
      pathId(id, () => new ApiKeyIsUnknown()),
    );
    return {};
  }

  @Operation('POST', 'users/me/api_key/regenerate', {
    summary: 'Revoke all own API keys, and get a new one',
    section: 'docs/protocol/login.md',
    tag: 'authentication',
    response: NewApiKeyResponse,
  })
  async regenerate(@CurrentActor() actor: Actor): Promise<NewApiKeyResponse> {
    const { userId: id, organizationId, isBot, client } = actor;
    const origin = await this.externalLogins.originOf(actor);
    return { api_key: await this.keys.reset({ id, organizationId, isBot }, client, origin) };
  }
}
