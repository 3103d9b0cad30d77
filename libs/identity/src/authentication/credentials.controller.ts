import {
  Actor,
  clientOf,
  isLocalRequest,
  Cookies,
  Csrf,
  CurrentActor,
  hostOf,
  HumansOnly,
  Operation,
  Parameters,
  Public,
} from '@app/platform';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Login, Logins } from './logins.service';
import { browserOf } from '../login-devices/browser.http';
import {
  ApiKeyResponse,
  DevFetchApiKeyRequest,
  DevListUsersResponse,
  FetchApiKeyRequest,
  OwnApiKeyRequest,
} from './credentials.dto';

const answer = ({ apiKey, user }: Login): ApiKeyResponse => ({
  api_key: apiKey,
  email: user.deliveryEmail,
  user_id: user.id,
});

@Controller()
export class CredentialsController {
  constructor(
    private readonly logins: Logins,
    private readonly cookies: Cookies,
    private readonly csrf: Csrf,
  ) {}

  @Public()
  @Operation('POST', 'api/v1/fetch_api_key', {
    summary: 'Get an API key by user name and password',
    section: 'docs/protocol/login.md',
    tag: 'authentication',
    request: FetchApiKeyRequest,
    response: ApiKeyResponse,
    errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'NONEXISTENT_SUBDOMAIN', 'PASSWORD_AUTH_DISABLED'],
  })
  async fetchApiKey(
    @Req() request: FastifyRequest,
    @Parameters() { username, password }: FetchApiKeyRequest,
  ): Promise<ApiKeyResponse> {
    const visitor = {
      host: hostOf(request),
      client: clientOf(request),
      address: request.ip,
      browser: browserOf(request),
    };
    return answer(await this.logins.withPassword({ ...visitor, username, password }));
  }

  /** The session identifies the user, so only the password and the second factor are checked again. */
  @HumansOnly()
  @Post('json/fetch_api_key')
  @HttpCode(200)
  @ApiExcludeEndpoint()
  async fetchOwnApiKey(
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
    @Parameters() { password, code }: OwnApiKeyRequest,
  ): Promise<ApiKeyResponse> {
    return answer(await this.logins.ownKey(actor, password, code, request.ip));
  }

  @Public()
  @Operation('POST', 'api/v1/dev_fetch_api_key', {
    summary: 'Get an API key and a browser session without a password, on a development server only',
    section: 'docs/protocol/login.md',
    tag: 'authentication',
    request: DevFetchApiKeyRequest,
    response: ApiKeyResponse,
    errors: ['AUTHENTICATION_FAILED', 'NONEXISTENT_SUBDOMAIN'],
  })
  async devFetchApiKey(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Parameters() { username }: DevFetchApiKeyRequest,
  ): Promise<ApiKeyResponse> {
    const visitor = { host: hostOf(request), client: clientOf(request), browser: browserOf(request) };
    const isLocal = isLocalRequest(request);
    const { sessionToken, ...login } = await this.logins.asDeveloper({ ...visitor, isLocal, username });
    this.cookies.setSession(reply, sessionToken);
    this.csrf.setCookie(reply, this.csrf.tokenOfSession(sessionToken));
    return answer(login);
  }

  @Public()
  @Operation('GET', 'api/v1/dev_list_users', {
    summary: 'List whom one may log in as, on a development server only',
    section: 'docs/protocol/login.md',
    tag: 'authentication',
    response: DevListUsersResponse,
    errors: ['NONEXISTENT_SUBDOMAIN'],
  })
  async devListUsers(@Req() request: FastifyRequest): Promise<DevListUsersResponse> {
    const place = { host: hostOf(request), isLocal: isLocalRequest(request) };
    const { url, administrators, others } = await this.logins.developersChoice(place);
    const shown = (users: readonly { deliveryEmail: string; fullName: string }[]) =>
      users.map(({ deliveryEmail, fullName }) => ({ email: deliveryEmail, full_name: fullName, realm_url: url }));
    return { direct_admins: shown(administrators), direct_users: shown(others) };
  }
}
