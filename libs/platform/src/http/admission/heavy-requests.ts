import { DomainError } from '@app/kernel';
import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressBlock } from '../authentication/address-block';
import { MAX_STRANGER_FORM_BYTES } from '../bodies/body-limits';
import { announcedBytes, hasBody } from '../bodies/request-body';

/** The number of heavy requests of one user that run at a time in a node. As many more may wait. */
export const HEAVY_AT_ONCE = 4;
export const HEAVY_WAITING = 100;
const RETRY_AFTER_SECONDS = 2;

/** The operation may read or answer much: of each caller only a few run at a time. */
export const Heavy = (): MethodDecorator => RouteConfig({ isHeavy: true });

export class TooManyAtOnce extends DomainError {
  constructor() {
    super('Too many large requests at the same time', 'RATE_LIMIT_HIT', { 'retry-after': RETRY_AFTER_SECONDS });
  }
}

interface Caller {
  underWay: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits the concurrent work of each caller, so that many large requests of one user delay only that user. A request
 * takes its place after authentication, and releases it with its answer.
 */
@Injectable()
export class HeavyRequests {
  private readonly callers = new Map<string, Caller>();

  /** Resolves when it is the turn of the request; at once for one that is not heavy. @throws TooManyAtOnce */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isHeavy(request)) return;
    const key = callerOf(request);
    const caller = this.callers.get(key) ?? { underWay: 0, waiting: [] };
    this.callers.set(key, caller);
    if (caller.underWay < HEAVY_AT_ONCE) caller.underWay++;
    else await request.withoutPlace(() => this.wait(caller, reply));
    request.heavyTurn = () => {
      request.heavyTurn = undefined;
      this.leave(key, caller);
    };
    if (reply.raw.destroyed) request.heavyTurn();
    else reply.raw.once('close', () => request.heavyTurn?.());
  }
  private wait({ waiting }: Caller, reply: FastifyReply): Promise<void> {
    if (waiting.length >= HEAVY_WAITING) throw new TooManyAtOnce();
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        reply.raw.off('close', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new ServiceUnavailableException());
      };
      waiting.push(begin);
      reply.raw.once('close', giveUp);
    });
  }

  private leave(key: string, caller: Caller): void {
    const next = caller.waiting.shift();
    if (next) return next();
    caller.underWay--;
    if (caller.underWay === 0) this.callers.delete(key);
  }
}

/** An answer that is ready is bounded as others are (`boundSlowReaders`): a slow reader holds no turn. */
export function endTurnsWithResponses(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    request.heavyTurn?.();
    done(null, payload);
  });
}

function isHeavy({ raw, routeOptions }: FastifyRequest): boolean {
  const { isHeavy = false, takesFile } = routeOptions.config ?? {};
  if (isHeavy || typeof takesFile === 'object') return true; // such a file is held in memory
  return takesFile === undefined && hasBody(raw) && (announcedBytes(raw) ?? Infinity) > MAX_STRANGER_FORM_BYTES;
}

function callerOf({ actor, ip }: FastifyRequest): string {
  return actor ? `${actor.organizationId}:${actor.userId}` : addressBlock(ip);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isHeavy?: boolean;
  }

  interface FastifyRequest {
    /** Gives the turn back. */
    heavyTurn?: () => void;
  }
}
