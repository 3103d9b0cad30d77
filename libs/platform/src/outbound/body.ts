import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundFailed } from './errors';

export const ENCODINGS = 'gzip, deflate, br';

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The body without its encoding, up to `limit` bytes of it: what is longer is cut, and the rest is neither read nor
 * unpacked.
 * @throws OutboundFailed for an encoding that was not asked for, and what streams fail with
 */
export async function readBody(
  response: IncomingMessage,
  limit: number,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of decoded(response)) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > limit) break; // leaving the loop destroys the stream, and with it the connection
  }
  response.destroy();
  return { body: Buffer.concat(parts).subarray(0, limit), isTruncated: size > limit };
}

function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder = DECODERS.get(encoding);
  if (!decoder) throw new OutboundFailed(`the encoding ${encoding} was not asked for`, true);
  // What fails on the way arrives at the reader of the decoder.
  return pipeline(response, decoder(), () => undefined);
}
