import type { FastifyRequest } from 'fastify';

const MAX_CLIENT_NAME = 30;

/** The program that asks, from its User-Agent; `Unspecified` where it says nothing. */
export function clientOf(request: FastifyRequest): string {
  const [name = ''] = (request.headers['user-agent'] ?? '').split(/[/\s]/, 1);
  const printable = name.replace(/[^\x20-\x7e]/g, '');
  return printable.slice(0, MAX_CLIENT_NAME) || 'Unspecified';
}
