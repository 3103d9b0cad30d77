import * as http from 'node:http';
import * as https from 'node:https';

/** What one request came to: the answer's head, and its body up to the limit. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of the answer that are read. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Connections that are kept between requests; one for each scheme, since a relay has only one. */
export class Connections {
  private readonly plain = new http.Agent({ keepAlive: true, maxSockets: 16 });
  private readonly secure = new https.Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: true });

  /**
   * Posts once; redirects are answers like any other.
   * @throws what the network, TLS or the signal says, and Error for an answer that is longer than the limit
   */
  async post(url: URL, request: RawRequest): Promise<RawAnswer> {
    try {
      return await this.attempt(url, request);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      // Only one request went over it, and no answer has begun: the other side had closed it meanwhile.
      return this.attempt(url, request, false);
    }
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }

  private attempt(url: URL, { headers, body, limit, signal }: RawRequest, mayBeKept = true): Promise<RawAnswer> {
    const isSecure = url.protocol === 'https:';
    const kept = isSecure ? this.secure : this.plain;
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: mayBeKept ? kept : false,
        maxHeaderSize: 16_384,
        signal,
      });
      const closed = () => reject(new Error('the connection was closed without an answer'));
      request.once('response', (response) => {
        request.off('close', closed);
        read(response, limit).then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          reject,
        );
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        reject(mayBeKept && request.reusedSocket && wasClosed ? new StaleConnection() : error);
      });
      // Of an answer that changes the protocol nothing else is heard, not even at the deadline.
      request.once('close', closed);
      request.end(body);
    });
  }
}

class StaleConnection extends Error {}

async function read(response: http.IncomingMessage, limit: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > limit) throw new Error(`the answer is longer than ${limit} bytes`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
