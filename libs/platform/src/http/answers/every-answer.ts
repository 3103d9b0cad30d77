import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const NOSNIFF = 'x-content-type-options: nosniff';

/** Tells browsers to use only the declared content type, in every answer. */
export function forbidSniffing({ server }: FastifyInstance): void {
  const mark = (_request: IncomingMessage, response: ServerResponse): void =>
    void response.setHeader('x-content-type-options', 'nosniff');
  server.prependListener('request', mark);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    mark(request, response);
    response.writeHead(417).end();
  });
}

/** Of two hosts a proxy may take the one and the server the other. */
export function refuseTwoHosts(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const names = request.raw.rawHeaders.filter((_, at) => at % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host');
    done(hosts.length > 1 ? Object.assign(new Error('There are several hosts'), { statusCode: 400 }) : undefined);
  });
}
