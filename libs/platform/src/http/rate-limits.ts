import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Config } from '../config/config';

const PER_USER = { points: 200, duration: 60 };
const PER_ADDRESS = { points: 100, duration: 60 };
/** Mails that strangers can have sent to anybody. */
const MAILS_PER_ADDRESS = { points: 5, duration: 86_400 };
const PASSWORD_RESETS = { points: 5, duration: 86_400 };
const EMAIL_CHANGES = { points: 2, duration: 3_600 };
const FAILED_LOGINS = { points: 5, duration: 1800 };

export class RateLimitIsHit extends DomainError {
  constructor(seconds: number) {
    super('API usage exceeded rate limit', 'RATE_LIMIT_HIT', { 'retry-after': seconds });
  }
}

/** How often one may ask (reference: realtime-and-push.md section 5). Every answer says what is left. */
@Injectable()
export class RateLimits {
  private readonly users = new RateLimiterMemory(PER_USER);
  private readonly addresses = new RateLimiterMemory(PER_ADDRESS);
  private readonly logins = new RateLimiterMemory(FAILED_LOGINS);
  private readonly mails = new RateLimiterMemory(MAILS_PER_ADDRESS);
  private readonly passwordResets = new RateLimiterMemory(PASSWORD_RESETS);
  private readonly emailChanges = new RateLimiterMemory(EMAIL_CHANGES);

  constructor(private readonly config: Config) {}

  /** @throws RateLimitIsHit */
  async countUser(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!this.config.rateLimits) return;
    const { organizationId, userId } = request.actor!;
    await count(this.users, `${organizationId}:${userId}`, PER_USER.points, reply);
  }

  /** @throws RateLimitIsHit */
  async countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!this.config.rateLimits) return;
    await count(this.addresses, request.ip, PER_ADDRESS.points, reply);
  }

  /**
   * Counts an attempt to log in before it is looked at, by name and address together: nobody can lock somebody else out
   * from elsewhere, and guesses sent at the same time count as well.
   * @throws RateLimitIsHit when that address has failed for that name too often
   */
  async countLogin(name: string, address: string): Promise<void> {
    await this.consume(this.logins, loginOf(name, address));
  }

  /**
   * Counts a mail that a stranger at that address has sent to somebody.
   * @throws RateLimitIsHit
   */
  async countMail(address: string): Promise<void> {
    await this.consume(this.mails, address);
  }

  /**
   * Counts a wish for a new password, for accounts that do not exist, too.
   * @throws RateLimitIsHit
   */
  async countPasswordReset(account: string): Promise<void> {
    await this.consume(this.passwordResets, account);
  }

  /** @throws RateLimitIsHit */
  async countEmailChange(account: string): Promise<void> {
    await this.consume(this.emailChanges, account);
  }

  private async consume(limiter: RateLimiterMemory, key: string): Promise<void> {
    if (!this.config.rateLimits) return;
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new RateLimitIsHit(refusal.msBeforeNext / 1000);
    }
  }

  /** The password was right: what went before is forgiven. */
  async forgiveLogins(name: string, address: string): Promise<void> {
    await this.logins.delete(loginOf(name, address));
  }
}

const loginOf = (name: string, address: string): string => `${address} ${name.toLowerCase()}`;

async function count(limiter: RateLimiterMemory, key: string, limit: number, reply: FastifyReply): Promise<void> {
  try {
    addHeaders(await limiter.consume(key), limit, reply);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    addHeaders(refusal, limit, reply);
    throw new RateLimitIsHit(refusal.msBeforeNext / 1000);
  }
}

function addHeaders(state: RateLimiterRes, limit: number, reply: FastifyReply): void {
  void reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': Math.max(0, state.remainingPoints),
    'x-ratelimit-reset': Math.ceil((Date.now() + state.msBeforeNext) / 1000),
  });
}
