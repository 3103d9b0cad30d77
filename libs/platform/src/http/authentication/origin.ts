import type { UserId } from '@app/kernel';
import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import { clientOf } from './client-name';

/** From whom and from where something is being done. */
export interface Origin {
  /** null: the operator, the server itself, or a caller who has not logged in. */
  readonly actorId: UserId | null;
  /** Name of the client program; null: none, such as work that the server does by itself. */
  readonly client: string | null;
  /** IP address; null: not known. */
  readonly address: string | null;
}

const NOWHERE: Origin = { actorId: null, client: null, address: null };

/** What is looked up only where it is wanted. */
interface Work {
  readonly origin: () => Origin;
  /** null: unknown. */
  readonly operation: () => string | null;
}

const current = new AsyncLocalStorage<Work>();

/** Where the work under way comes from: the request, what `withOrigin` says, or nowhere in particular. */
export const originOfWork = (): Origin => current.getStore()?.origin() ?? NOWHERE;

/** The work under way, in one or two words that hold nothing of its parameters: a route, a worker, a command. */
export const operationName = (): string => current.getStore()?.operation() ?? originOfWork().client ?? 'background';

/** Does some work that is no request under a name of its own; null: not known yet. */
export const withOperation = <R>(name: string | (() => string | null), work: () => R): R => {
  const origin = current.getStore()?.origin ?? (() => NOWHERE);
  return current.run({ origin, operation: typeof name === 'string' ? () => name : name }, work);
};

/** Does some work that comes from elsewhere than a request. */
export const withOrigin = <R>(origin: Partial<Origin>, work: () => R): R =>
  current.run(
    { origin: () => ({ ...NOWHERE, ...origin }), operation: current.getStore()?.operation ?? (() => null) },
    work,
  );

/**
 * Lets `originOfWork` know the request. After the body was read, since its reader would lose the context; the actor is
 * found later than that. The address is looked at here: it is gone when the client hangs up.
 */
export function followOrigins(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const address = isIP(request.ip) ? request.ip : null;
    const origin = () => ({ actorId: request.actor?.userId ?? null, client: clientOf(request), address });
    current.run({ origin, operation: () => `${request.method} ${request.routeOptions.url ?? 'unknown'}` }, done);
  });
}
