import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import parseRange from 'range-parser';
import type { ByteRange } from '../../files/files';

/** A file that is to be sent to a browser, which may ask for a part of it, or whether it has changed. */
export interface FileResponse {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Names exactly these bytes: another content has another one. ASCII without quotes. */
  readonly tag: string;
  readonly modifiedAt: Date;
  readonly disposition: { readonly type: 'inline' | 'attachment'; readonly name: string };
  /** The content, or a range of it; `null`: the file is gone. */
  open(range?: ByteRange): Promise<Readable | null>;
}

/**
 * An uploaded file runs no script in the server's origin and is served only as its declared type; nor is it
 * kept by proxies. A browser may keep it, but asks each time whether it still may be seen.
 */
const GUARDS = {
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'cache-control': 'private, no-cache',
  'accept-ranges': 'bytes',
};

/** Streams a file; resolves when sending has begun. `false`: the file is gone, and nothing was sent. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileResponse): Promise<boolean> {
  const { size, contentType, tag, modifiedAt, disposition } = file;
  const etag = `"${tag}"`;
  const range = rangeOf(request, file, etag);
  const isUnchanged = hasAlready(request, etag, modifiedAt);
  const stream = isUnchanged || range === 'unsatisfiable' ? NOTHING() : await open(request, file, range);
  if (!stream) return false;
  void reply.headers({
    ...GUARDS,
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'content-type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'content-disposition': contentDisposition(disposition.name, { type: disposition.type }),
  });
  if (isUnchanged) void reply.status(304).removeHeader('content-type');
  else if (range === 'unsatisfiable')
    void reply.status(416).headers({ 'content-range': `bytes */${size}`, 'content-length': 0 });
  else if (range) {
    const { start, end } = range;
    void reply
      .status(206)
      .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 });
  } else void reply.status(200).header('content-length', size);
  await reply.send(stream);
  return true;
}

const NOTHING = (): Readable => Readable.from([]);

/** A HEAD request is answered without looking into the file. */
async function open({ method }: FastifyRequest, { size, open: read }: FileResponse, range?: ByteRange) {
  if (method === 'HEAD' || size === 0) return NOTHING();
  return read(range);
}

/** Requests for several ranges are answered with the whole file, which HTTP permits, and so are invalid ranges. */
function rangeOf(
  { headers, method }: FastifyRequest,
  { size, modifiedAt }: FileResponse,
  etag: string,
): ByteRange | 'unsatisfiable' | undefined {
  if (method !== 'GET' || headers.range === undefined || !isOfThis(headers['if-range'], etag, modifiedAt))
    return undefined;
  const ranges = parseRange(size, headers.range);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

function isOfThis(condition: string | string[] | undefined, etag: string, modifiedAt: Date): boolean {
  if (typeof condition !== 'string') return condition === undefined;
  return condition.includes('"') ? condition === etag : Date.parse(condition) === wholeSeconds(modifiedAt);
}

function hasAlready({ headers }: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
  const since = headers['if-modified-since'];
  return since !== undefined && Date.parse(since) >= wholeSeconds(modifiedAt);
}

const wholeSeconds = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000;
