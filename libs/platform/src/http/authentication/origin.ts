import type { UserId } from '@app/kernel';
import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import { AsyncContextValue } from '../../process/async-context-value';
import { clientOf } from './client-name';

/** The user and the address of an action. */
export interface Origin {
  /** `null`: the operator, the server itself, or a caller without a login. */
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

const current = new AsyncContextValue<Work>();

/** The origin of the current work: the request, the value of `withOrigin`, or none. */
export const originOfWork = (): Origin => current.get()?.origin() ?? NOWHERE;

/** The work under way, in one or two words that hold nothing of its parameters: a route, a worker, a command. */
export const operationName = (): string => current.get()?.operation() ?? originOfWork().client ?? 'background';

/** Runs work outside requests under an operation name; `null`: not known yet. */
export const withOperation = <R>(name: string | (() => string | null), work: () => R): R => {
  const origin = current.get()?.origin ?? (() => NOWHERE);
  return current.run({ origin, operation: typeof name === 'string' ? () => name : name }, work);
};

/** Does some work that comes from elsewhere than a request. */
export const withOrigin = <R>(origin: Partial<Origin>, work: () => R): R =>
  current.run({ origin: () => ({ ...NOWHERE, ...origin }), operation: current.get()?.operation ?? (() => null) }, work);

/**
 * Gives `originOfWork` access to the request. Runs after the body was read, because the body parser loses the context.
 * The actor is found later. The address is read here, because it is unavailable after the client disconnects.
 */
export function followOrigins(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const address = isIP(request.ip) ? request.ip : null;
    const origin = () => ({ actorId: request.actor?.userId ?? null, client: clientOf(request), address });
    current.run({ origin, operation: () => `${request.method} ${request.routeOptions.url ?? 'unknown'}` }, done);
  });
}
