import type { FastifyRequest } from 'fastify';

const MAX_CLIENT_NAME = 30;

/** The client program of the User-Agent; `Unspecified` if there is none. */
export function clientOf(request: FastifyRequest): string {
  const [name = ''] = (request.headers['user-agent'] ?? '').split(/[/\s]/, 1);
  const printable = name.replace(/[^\x20-\x7e]/g, '');
  return printable.slice(0, MAX_CLIENT_NAME) || 'Unspecified';
}
