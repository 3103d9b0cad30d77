import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** For content that never changes at its address. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

const TYPES: Record<string, string> = { png: 'image/png', gif: 'image/gif', svg: 'image/svg+xml' };

/** Sends a picture with headers that prevent browsers from treating it as anything else. */
export function sendPicture(
  reply: FastifyReply,
  file: string,
  content: Buffer | Readable | null,
  caching = IMMUTABLE,
): void {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)];
  if (content === null || type === undefined) return void reply.status(404).send(NOT_FOUND);
  void reply
    .headers({
      'content-type': type,
      'cache-control': caching,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(content);
}

const NOT_FOUND = { result: 'error', msg: 'Not found', code: 'BAD_REQUEST' };
