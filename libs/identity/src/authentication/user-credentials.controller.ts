import { Actor, CurrentActor, HumansOnly, Operation, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { apiKeysFor, ListApiKeysResponse } from '../credentials/api-keys.dto';
import { ApiKeys } from '../credentials/api-keys.service';
import { ApiKeyIsUnknown, SessionIsUnknown } from '../credentials/credentials.errors';
import { ListSessionsResponse, sessionsFor } from '../credentials/sessions.dto';
import { Sessions } from '../credentials/sessions.service';
import { userIdIn } from '../users/user-id.parameter';
import { UserCredentials } from './user-credentials.service';

const OF_ADMINISTRATORS = {
  section: "Parley's own, docs/administrators.md",
  tag: 'authentication',
  errors: ['UNAUTHORIZED_PRINCIPAL' as const],
};

/** Sessions and keys of other users, for administrators. */
@HumansOnly()
@Controller('api/v1/users/:user_id')
export class UserCredentialsController {
  constructor(
    private readonly accounts: UserCredentials,
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
  ) {}

  @Operation('GET', 'sessions', {
    summary: 'List the browser sessions of a user, for administrators',
    response: ListSessionsResponse,
    ...OF_ADMINISTRATORS,
  })
  async list(@CurrentActor() actor: Actor, @Param('user_id') user: string): Promise<ListSessionsResponse> {
    return sessionsFor(actor, await this.sessions.list(await this.accounts.of(actor, userIdIn(user))));
  }

  @Operation('DELETE', 'sessions/:session_id', {
    summary: 'Log one browser of a user out, for administrators',
    ...OF_ADMINISTRATORS,
  })
  async end(
    @CurrentActor() actor: Actor,
    @Param('user_id') user: string,
    @Param('session_id') id: string,
  ): Promise<object> {
    const account = await this.accounts.of(actor, userIdIn(user));
    await this.sessions.end(
      account,
      pathId(id, () => new SessionIsUnknown()),
    );
    return {};
  }

  @Operation('DELETE', 'sessions', {
    summary: 'Log all browsers of a user out, for administrators',
    ...OF_ADMINISTRATORS,
  })
  async endAll(@CurrentActor() actor: Actor, @Param('user_id') user: string): Promise<object> {
    const { organizationId, userId } = await this.accounts.of(actor, userIdIn(user));
    await this.sessions.endOf(organizationId, userId);
    return {};
  }

  @Operation('GET', 'api_keys', {
    summary: 'List the API keys of a user, for administrators',
    response: ListApiKeysResponse,
    ...OF_ADMINISTRATORS,
  })
  async listKeys(@CurrentActor() actor: Actor, @Param('user_id') user: string): Promise<ListApiKeysResponse> {
    return apiKeysFor(actor, await this.keys.list(await this.accounts.of(actor, userIdIn(user))));
  }

  @Operation('DELETE', 'api_keys/:key_id', {
    summary: 'Revoke one of the API keys of a user, for administrators',
    ...OF_ADMINISTRATORS,
  })
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('user_id') user: string,
    @Param('key_id') id: string,
  ): Promise<object> {
    const account = await this.accounts.of(actor, userIdIn(user));
    await this.keys.revoke(
      account,
      pathId(id, () => new ApiKeyIsUnknown()),
    );
    return {};
  }
}
