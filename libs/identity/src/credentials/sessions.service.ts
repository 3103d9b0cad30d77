import type { OrganizationId, SessionId, UserId } from '@app/kernel';
import { Actor, Lock, lock, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Audit } from '../audit/audit.service';
import { factsOf } from './api-keys.service';
import { SessionIsUnknown } from './credentials.errors';
import type { OneTimePad } from './one-time-pad';
import { hashOfSession } from './session';
import type { LoginMethod, LoginOrigin } from './login-origin';
import { SessionOriginRepository } from './session-origin.repository';
import { SessionRepository, SessionRow } from './session.repository';
import { CredentialEndings, EndedCredentials } from './credential-endings.service';

/** The owner of a session. `User` and `UserSummary` have the fields. */
interface SessionOwner {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
}

/** The browser of a session, as the list of sessions shows it. */
export interface Browser {
  userAgent: string;
  /** IP address; `null`: unknown. */
  address: string | null;
  /** The token of the cookie by which the browser is known across logins; absent or `null`: it has none. */
  device?: string | null;
}

/** A login in a browser. */
interface BrowserLogin {
  readonly browser: Browser;
  /** The session that the browser had. The new one replaces it. */
  readonly former: FormerSession | null;
  readonly method: LoginMethod;
  /** `null`: the login was checked here. */
  readonly origin: LoginOrigin | null;
}

/** The session that the browser had before. `Actor` has the fields. */
type FormerSession = Pick<Actor, 'organizationId' | 'userId' | 'sessionId'>;

const MAX_PER_USER = 50;
const MAX_USER_AGENT = 200;
const EXPIRED_A_PASS = 1_000;

/**
 * Browser sessions: a cookie of 256 random bits, of which the hash is stored. A session ends some time after its last
 * use and after its login, as the organization has set, or at once on every node when a user ends it.
 */
@Injectable()
export class Sessions implements OnModuleInit, Worker {
  readonly name = 'sessions';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly origins: SessionOriginRepository,
    private readonly endings: CredentialEndings,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** The locks that `begin` needs, for the caller that starts the transaction. */
  locksFor({ id }: SessionOwner, former: FormerSession | null): Lock[] {
    return [lock.user(id), ...(former ? [lock.user(former.userId)] : [])];
  }

  /**
   * Opens a session for a user who has just logged in. It replaces `former`, the session that the browser had, of
   * whichever user. `origin`: the external login. Only the cookie `sessionid` contains the token.
   */
  begin(
    owner: SessionOwner,
    browser: Browser,
    former: FormerSession | null,
    origin: LoginOrigin | null = null,
  ): Promise<{ id: SessionId; token: string }> {
    const { id: userId, organizationId } = owner;
    return this.transactions.run(this.locksFor(owner, former), async () => {
      const token = randomBytes(32).toString('base64url');
      const userAgent = browser.userAgent.slice(0, MAX_USER_AGENT).toWellFormed();
      const { address } = browser;
      const authenticatedAt = origin?.authenticatedAt ?? null;
      const row = { organizationId, userId, hash: hashOfSession(token), userAgent, address, authenticatedAt };
      const id = await this.sessions.insert(row);
      if (origin) await this.origins.insert({ userId, sessionId: id, keyId: null }, origin);
      if (former?.sessionId && (await this.sessions.remove(former.userId, former.sessionId)))
        await this.endings.supersede(endedBy(former, former.sessionId));
      const ended = await this.sessions.removeOldest(userId, MAX_PER_USER);
      if (ended.length > 0) await this.endings.supersede({ organizationId, userId, sessionIds: ended });
      return { id, token };
    });
  }

  /** As `begin`, and records the login. */
  beginForLogin(
    owner: SessionOwner,
    { browser, former, method, origin }: BrowserLogin,
  ): Promise<{ id: SessionId; token: string }> {
    return this.transactions.run(this.locksFor(owner, former), async () => {
      const session = await this.begin(owner, browser, former, origin);
      this.audit.record({
        organizationId: owner.organizationId,
        actorId: owner.id,
        action: 'logged_in',
        object: { type: 'user', id: owner.id },
        after: { method, ...factsOf(origin), session_id: session.id },
      });
      return session;
    });
  }

  /** Whether the pad was unused. */
  spendPad(pad: OneTimePad): Promise<boolean> {
    return this.sessions.spendPad(pad.hash);
  }

  /** The sessions of a user, latest first. */
  list({ userId }: Pick<Actor, 'userId'>): Promise<SessionRow[]> {
    return this.sessions.list(userId);
  }

  /**
   * Ends one of the user's sessions and so logs that browser out.
   * @throws SessionIsUnknown also for another user's
   */
  async end({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>, id: number): Promise<void> {
    await this.transactions.run([lock.user(userId)], async () => {
      if (!(await this.sessions.remove(userId, id))) throw new SessionIsUnknown();
      await this.endings.note({ organizationId, userId, sessionIds: [id as SessionId] }, false);
    });
  }

  /**
   * Ends all sessions of an account except `spared` (`actor.sessionId`): after a change of password, a deactivation, or
   * a logout everywhere. If a transaction is open, the caller holds the user's lock. Returns the ended ids, ascending.
   */
  endOf(organizationId: OrganizationId, userId: UserId, spared: SessionId | null = null): Promise<SessionId[]> {
    return this.transactions.run([lock.user(userId)], async () => {
      const ended = await this.sessions.removeAll(userId, spared);
      await this.endings.note({ organizationId, userId, sessionIds: ended }, true);
      return ended;
    });
  }

  async work(): Promise<boolean> {
    await this.sessions.removeOldPads();
    return (await this.sessions.removeExpired(EXPIRED_A_PASS)) === EXPIRED_A_PASS;
  }

  backlog() {
    return this.sessions.expired();
  }
}

/** `former` may have more fields than the event. */
const endedBy = ({ organizationId, userId }: FormerSession, id: SessionId): EndedCredentials => ({
  organizationId,
  userId,
  sessionIds: [id],
});
