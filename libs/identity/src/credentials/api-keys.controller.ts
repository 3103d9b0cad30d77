import { Actor, CurrentActor, HumansOnly, Operation, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ApiKeys } from './api-keys.service';
import { ApiKeyIsUnknown } from './credentials.errors';
import { ExternalLogins } from './external-logins.service';
import { FreshLogins } from './fresh-logins.service';
import { apiKeysFor, ListApiKeysResponse, NewApiKeyResponse } from './api-keys.dto';

/** The caller's own keys. The key of a bot belongs to its owner. */
@HumansOnly()
@Controller('api/v1')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly externalLogins: ExternalLogins,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('GET', 'users/me/api_keys', {
    summary: 'List own API keys',
    section: 'issue 6, sessions',
    tag: 'authentication',
    response: ListApiKeysResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListApiKeysResponse> {
    return apiKeysFor(actor, await this.keys.list(actor));
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
    errors: ['REAUTHENTICATION_REQUIRED'],
  })
  async regenerate(@CurrentActor() actor: Actor): Promise<NewApiKeyResponse> {
    await this.fresh.assertFresh(actor);
    const { userId: id, organizationId, isBot, client } = actor;
    const origin = await this.externalLogins.originOf(actor);
    return { api_key: await this.keys.reset({ id, organizationId, isBot }, client, origin) };
  }
}
