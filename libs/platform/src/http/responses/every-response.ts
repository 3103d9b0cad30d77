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
    done(
      hostsIn(request.raw) > 1 ? Object.assign(new Error('There are several hosts'), { statusCode: 400 }) : undefined,
    );
  });
}

/** How many hosts a request names. */
export function hostsIn({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  return hosts;
}
