import type { FastifyInstance } from 'fastify';
import { collect } from '../parameters/parameters.decorator';
import { CompositeResponse } from './written-json';

const SUCCESS = { result: 'success', msg: '' };

/** Paths of the interface: every object that they answer gets its envelope here. */
const isInterface = (url: string): boolean => url.startsWith('/api/v1/') || url.startsWith('/json/');

/** `result` and `msg` on every success, and what the operation did not understand of the request (docs/protocol/conventions.md). */
export function addEnvelope(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (!isInterface(request.url) || reply.statusCode !== 200) return done(null, payload);
    // An operation without a request class knows no parameter at all.
    const ignored = request.unknownParameters ?? Object.keys(collect(request)).sort();
    const rest = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {};
    done(null, inEnvelope(payload as object, rest));
  });
}

function inEnvelope(payload: object, rest: object): object {
  if (payload instanceof CompositeResponse) return new CompositeResponse([SUCCESS, ...payload.parts, rest]);
  return { ...SUCCESS, ...payload, ...rest };
}
