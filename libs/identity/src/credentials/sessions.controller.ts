import { Actor, CurrentActor, HumansOnly, Operation, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Sessions } from './sessions.service';
import { SessionIsUnknown } from './credentials.errors';
import { ListSessionsResponse, sessionsFor } from './sessions.dto';

/** The caller's own browser sessions. */
@HumansOnly()
@Controller('api/v1')
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Operation('GET', 'sessions', {
    summary: 'List own browser sessions',
    section: 'issue 6, sessions',
    tag: 'authentication',
    response: ListSessionsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListSessionsResponse> {
    return sessionsFor(actor, await this.sessions.list(actor));
  }

  @Operation('DELETE', 'sessions/:session_id', {
    summary: 'Log one browser out',
    section: 'issue 6, sessions',
    tag: 'authentication',
  })
  async end(@CurrentActor() actor: Actor, @Param('session_id') id: string): Promise<object> {
    await this.sessions.end(
      actor,
      pathId(id, () => new SessionIsUnknown()),
    );
    return {};
  }

  @Operation('DELETE', 'sessions', {
    summary: 'Log all other browsers out',
    section: 'issue 6, sessions',
    tag: 'authentication',
  })
  async endOthers(@CurrentActor() actor: Actor): Promise<object> {
    await this.sessions.endOf(actor.organizationId, actor.userId, actor.sessionId);
    return {};
  }
}
