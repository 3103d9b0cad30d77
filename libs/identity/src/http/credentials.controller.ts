import { clientOf, hostOf, Operation, Parameters, Public } from '@app/platform';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Login, Logins } from '../app/logins.service';
import { ApiKeyResponse, DevFetchApiKeyRequest, FetchApiKeyRequest } from './credentials.dto';
import { comesFromThisMachine } from './local-request';

const answer = ({ apiKey, user }: Login): ApiKeyResponse => ({
  api_key: apiKey,
  email: user.deliveryEmail,
  user_id: user.id,
});

@Public()
@Controller('api/v1')
export class CredentialsController {
  constructor(private readonly logins: Logins) {}

  @Operation('POST', 'fetch_api_key', {
    summary: 'Get an API key by user name and password',
    section: 'reference realtime-and-push 4.2',
    tag: 'authentication',
    request: FetchApiKeyRequest,
    response: ApiKeyResponse,
    errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'NONEXISTENT_SUBDOMAIN'],
  })
  async fetchApiKey(
    @Req() request: FastifyRequest,
    @Parameters() { username, password }: FetchApiKeyRequest,
  ): Promise<ApiKeyResponse> {
    const visitor = { host: hostOf(request), client: clientOf(request), address: request.ip };
    return answer(await this.logins.withPassword({ ...visitor, username, password }));
  }

  @Operation('POST', 'dev_fetch_api_key', {
    summary: 'Get an API key without a password, on a development server only',
    section: 'reference realtime-and-push 4.2',
    tag: 'authentication',
    request: DevFetchApiKeyRequest,
    response: ApiKeyResponse,
    errors: ['NONEXISTENT_SUBDOMAIN'],
  })
  async devFetchApiKey(
    @Req() request: FastifyRequest,
    @Parameters() { username }: DevFetchApiKeyRequest,
  ): Promise<ApiKeyResponse> {
    const visitor = { host: hostOf(request), client: clientOf(request), isLocal: comesFromThisMachine(request) };
    return answer(await this.logins.asDeveloper({ ...visitor, username }));
  }
}
