import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { DatabasePing } from '../../database/connections/database-ping';

const NEEDS_NONE = /^\/(health\/|metrics$)/;

/**
 * A node that cannot reach the database answers at once, instead of making requests wait for a connection. Another node
 * may reach it, and balancers avoid a node that answers 503.
 */
export function refuseWithoutDatabase(fastify: FastifyInstance, database: Pick<DatabasePing, 'isUnavailable'>): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const isInVain = database.isUnavailable && !NEEDS_NONE.test(request.routeOptions.url ?? '');
    done(isInVain ? new ServiceUnavailableException() : undefined);
  });
}
