import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config';
import { Secrets } from '../../config/secrets';
import type { Actor } from '../authentication/actor';
import { addressBlock } from '../authentication/address-block';
import { RateLimitRepository, RateLimitCount } from './rate-limit.repository';

interface Limit {
  /** In the keys of the counts. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

const PER_USER: Limit = { name: 'user', points: 200, seconds: 60 };
const PER_ADDRESS: Limit = { name: 'address', points: 100, seconds: 60 };
/** Paths that do not exist, and methods that they lack. */
const UNKNOWN_PATHS: Limit = { name: 'unknown path', points: 100, seconds: 60 };
/** For answers that need work without credentials: pictures that are not cached yet, the list of emoji. */
const ASSETS: Limit = { name: 'asset', points: 300, seconds: 60 };
/** Mails that an anonymous client can cause. */
const MAILS_PER_ADDRESS: Limit = { name: 'mail', points: 5, seconds: 86_400 };
const PASSWORD_RESETS: Limit = { name: 'password reset', points: 5, seconds: 86_400 };
const EMAIL_CHANGES: Limit = { name: 'email change', points: 2, seconds: 3_600 };
const TEST_MAILS: Limit = { name: 'test mail', points: 5, seconds: 3_600 };
/** Of one account from all addresses: a caller who guesses here knows the password. */
const SECOND_STEPS: Limit = { name: 'second step', points: 30, seconds: 1_800 };
/** Of one address: a company behind one address fits, and each login at a provider is a row for ten minutes. */
const BEGUN_LOGINS: Limit = { name: 'begun login', points: 300, seconds: 600 };
const FAILED_LOGINS: Limit = { name: 'login', points: 5, seconds: 1_800 };

/** The most blocked callers that are kept in memory, so that their requests need no query. */
const REMEMBERED = 10_000;

export class RateLimitIsHit extends DomainError {
  constructor(seconds: number) {
    super('API usage exceeded rate limit', 'RATE_LIMIT_HIT', { 'retry-after': seconds });
  }
}

/**
 * Limits of requests (docs/protocol/conventions.md). All nodes count together in the database, by its clock. Each
 * answer contains the remaining number.
 */
@Injectable()
export class RateLimits {
  /** Counts beyond their limit, with the times at which they expire. */
  private readonly exhausted = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly counts: RateLimitRepository,
  ) {}

  /** @throws RateLimitIsHit */
  async countUser(
    { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
    reply: FastifyReply,
  ): Promise<void> {
    await this.countRequest(PER_USER, `${organizationId}:${userId}`, reply);
  }

  /** @throws RateLimitIsHit */
  async countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.countRequest(PER_ADDRESS, addressBlock(request.ip), reply);
  }

  /** A request that no route answers: its address is counted, since the caller is not looked up. @throws RateLimitIsHit */
  async countUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.countRequest(UNKNOWN_PATHS, addressBlock(request.ip), reply);
  }

  /** @throws RateLimitIsHit */
  async countAsset(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.countRequest(ASSETS, addressBlock(request.ip), reply);
  }

  /**
   * Counts an attempt to log in before it is checked, by name and address together. So a user cannot be locked out from
   * another address, and concurrent attempts count too.
   * @throws RateLimitIsHit when that address has failed for that name too often
   */
  async countLogin(name: string, address: string): Promise<void> {
    await this.count(FAILED_LOGINS, loginOf(name, address));
  }

  /**
   * Counts a login that begins at a provider: an anonymous request for which something is stored.
   * @throws RateLimitIsHit
   */
  async countBegunLogin(address: string): Promise<void> {
    await this.count(BEGUN_LOGINS, addressBlock(address));
  }

  /**
   * Counts a guess of a second factor, for the account as a whole.
   * @throws RateLimitIsHit
   */
  async countSecondStep(account: string): Promise<void> {
    await this.count(SECOND_STEPS, account);
  }

  /**
   * Counts a mail caused by an anonymous client at that address.
   * @throws RateLimitIsHit
   */
  async countMail(address: string): Promise<void> {
    await this.count(MAILS_PER_ADDRESS, addressBlock(address));
  }

  /**
   * Counts a request for a new password, for accounts that do not exist, too.
   * @throws RateLimitIsHit
   */
  async countPasswordReset(account: string): Promise<void> {
    await this.count(PASSWORD_RESETS, account);
  }

  /** @throws RateLimitIsHit */
  async countEmailChange(account: string): Promise<void> {
    await this.count(EMAIL_CHANGES, account);
  }

  /** @throws RateLimitIsHit */
  async countTestMail(account: string): Promise<void> {
    await this.count(TEST_MAILS, account);
  }

  /** The password was right: earlier failures no longer count. */
  async forgiveLogins(name: string, address: string): Promise<void> {
    if (this.config.rateLimits) await this.counts.forget(this.keyOf(FAILED_LOGINS, loginOf(name, address)));
  }

  private async count(limit: Limit, subject: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const { used, seconds } = await this.counts.take(this.keyOf(limit, subject), limit.seconds);
    if (used > limit.points) throw new RateLimitIsHit(seconds);
  }

  private async countRequest(limit: Limit, subject: string, reply: FastifyReply): Promise<void> {
    if (!this.config.rateLimits) return;
    const count = await this.taken(limit, this.keyOf(limit, subject));
    void reply.headers({
      'x-ratelimit-limit': limit.points,
      'x-ratelimit-remaining': Math.max(0, limit.points - count.used),
      'x-ratelimit-reset': Math.ceil(Date.now() / 1000 + count.seconds),
    });
    if (count.used > limit.points) throw new RateLimitIsHit(count.seconds);
  }

  /** A key beyond its limit is not counted further. */
  private async taken(limit: Limit, key: string): Promise<RateLimitCount> {
    const resetsAt = this.exhausted.get(key) ?? 0;
    if (resetsAt > Date.now()) return { used: limit.points + 1, seconds: (resetsAt - Date.now()) / 1000 };
    const count = await this.counts.take(key, limit.seconds);
    if (count.used > limit.points) this.remember(key, Date.now() + count.seconds * 1000);
    else this.exhausted.delete(key);
    return count;
  }

  private remember(key: string, resetsAt: number): void {
    if (this.exhausted.size >= REMEMBERED) this.exhausted.clear(); // the database knows them all
    this.exhausted.set(key, resetsAt);
  }

  /** The table holds hashes only, no names or addresses. */
  private keyOf({ name }: Limit, subject: string): string {
    return this.secrets.token(`rate limit: ${name}`, subject);
  }
}

/** Requests to unknown paths are limited like failed credentials. */
export function limitUnknownPaths(fastify: FastifyInstance, limits: RateLimits): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    limits.countUnknownPath(request, reply).then(() => done(), done);
  });
}

const loginOf = (name: string, address: string): string => `${addressBlock(address)} ${name.toLowerCase()}`;
