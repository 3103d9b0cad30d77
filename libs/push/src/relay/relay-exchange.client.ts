import * as http from 'node:http';
import * as https from 'node:https';

/** The result of one request: the head of the answer, and its body up to the limit. */
export interface RawResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of bytes of the answer that are read. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Connections that are reused between requests; one agent for each scheme. */
export class Connections {
  private readonly plain = new http.Agent({ keepAlive: true, maxSockets: 16 });
  private readonly secure = new https.Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: true });

  /**
   * Sends one POST request. Redirects are not followed.
   * @throws what the network, TLS or the signal says, and Error for an answer that is longer than the limit
   */
  async post(url: URL, request: RawRequest): Promise<RawResponse> {
    try {
      return await this.attempt(url, request);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      // A reused connection was closed by the relay before an answer began, so one retry on a new connection is safe.
      return this.attempt(url, request, false);
    }
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }

  private attempt(url: URL, { headers, body, limit, signal }: RawRequest, mayBeKept = true): Promise<RawResponse> {
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
      // After an answer that changes the protocol no other event arrives, not even the timeout.
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
