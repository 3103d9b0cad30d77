import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { DatabasePulse } from '../../database/connections/database-pulse';

const NEEDS_NONE = /^\/(health\/|metrics$)/;

/**
 * A node that cannot reach the database says so at once, instead of letting everybody wait for a connection: another node
 * may well reach it, and balancers pass over a node that says 503.
 */
export function refuseWithoutDatabase(fastify: FastifyInstance, database: Pick<DatabasePulse, 'isAway'>): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const isInVain = database.isAway && !NEEDS_NONE.test(request.routeOptions.url ?? '');
    done(isInVain ? new ServiceUnavailableException() : undefined);
  });
}
