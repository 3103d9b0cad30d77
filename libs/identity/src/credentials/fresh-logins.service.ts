import type { Actor } from '@app/platform';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { AuthenticationIsNotFresh } from './credentials.errors';
import { SessionRepository } from './session.repository';

type Authenticated = Pick<Actor, 'organizationId' | 'userId' | 'sessionId'>;

/**
 * Whether the user of a session has lately proved who they are. Dangerous actions need that, because a browser may be
 * left open. An API key is not left open, and its program could not answer a form, so keys need no proof.
 */
@Injectable()
export class FreshLogins {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** `false` also for a request with a key. */
  async isFresh({ sessionId }: Pick<Authenticated, 'sessionId'>): Promise<boolean> {
    return sessionId !== null && (await this.sessions.isFresh(sessionId));
  }

  /** @throws AuthenticationIsNotFresh */
  async assertFresh(actor: Pick<Authenticated, 'sessionId'>): Promise<void> {
    if (actor.sessionId !== null && !(await this.isFresh(actor))) throw new AuthenticationIsNotFresh();
  }

  /** The user has proved it again. Does nothing for a request with a key. */
  async renew({ organizationId, userId, sessionId }: Authenticated): Promise<void> {
    if (sessionId === null) return;
    await this.transactions.run([lock.user(userId)], async () => {
      await this.sessions.noteAuthentication(sessionId);
      const object = { type: 'user' as const, id: userId };
      this.audit.record({ organizationId, action: 'authenticated_again', object, after: { session_id: sessionId } });
    });
  }
}
