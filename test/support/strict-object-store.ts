import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const SECRET = 'a secret that only the two of us know';
const SHAPE =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;

export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  initiated: Date;
}

/**
 * The answers of a store about unfinished uploads, in the form of the protocol, two for each page; and whether each
 * request has the right signature, computed again. The other test server supports neither.
 */
export class StrictObjectStore {
  readonly unfinished: UnfinishedUpload[] = [];
  /** Requests with a wrong signature. */
  forged = 0;
  signed = 0;
  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  async start(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      PARLEY_S3_BUCKET: 'strict',
      PARLEY_S3_ENDPOINT: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      PARLEY_S3_ACCESS_KEY_ID: 'parley',
      PARLEY_S3_SECRET_ACCESS_KEY: SECRET,
      PARLEY_S3_PREFIX: 'chat',
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    if (!isSigned(request)) {
      this.forged++;
      return say(response, 403, '<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>');
    }
    this.signed++;
    const { pathname, searchParams } = urlOf(request);
    if (request.method === 'GET' && searchParams.has('uploads')) return say(response, 200, this.page(searchParams));
    const at = this.unfinished.findIndex(({ uploadId }) => uploadId === searchParams.get('uploadId'));
    const isThere =
      request.method === 'DELETE' && decodeURIComponent(pathname) === `/strict/${this.unfinished[at]?.key}`;
    if (!isThere) return say(response, 404, '<Error><Code>NoSuchUpload</Code><Message>no</Message></Error>');
    this.unfinished.splice(at, 1);
    response.writeHead(204).end();
  }

  /** The entries after the markers, of those under the prefix. */
  private page(asked: URLSearchParams): string {
    const after = [asked.get('key-marker') ?? '', asked.get('upload-id-marker') ?? ''].join(' ');
    const all = this.unfinished
      .filter(({ key }) => key.startsWith(asked.get('prefix') ?? ''))
      .filter(({ key, uploadId }) => `${key} ${uploadId}` > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const shown = all.slice(0, 2);
    const last = shown.at(-1);
    const uploads = shown.map(
      ({ key, uploadId, initiated }) =>
        `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    const markers = last
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.uploadId}</NextUploadIdMarker>`
      : '';
    const isTruncated = `<IsTruncated>${all.length > shown.length}</IsTruncated>`;
    return `<ListMultipartUploadsResult><Bucket>strict</Bucket>${markers}${isTruncated}${uploads.join('')}</ListMultipartUploadsResult>`;
  }
}

function say(response: ServerResponse, status: number, xml: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

const urlOf = ({ url = '/' }: IncomingMessage): URL => new URL(url, 'http://store');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4, for a payload whose hash is in a header. */
function isSigned(request: IncomingMessage): boolean {
  const { headers, method } = request;
  const { id, scope, names, signature } = SHAPE.exec(headers.authorization ?? '')?.groups ?? {};
  if (id !== 'parley') return false;
  const { pathname, searchParams } = urlOf(request);
  const query = [...searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const hash = String(headers['x-amz-content-sha256']);
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((one, part) => hmac(one, part), `AWS4${SECRET}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}
