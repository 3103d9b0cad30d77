import { Agent, request } from 'node:http';
import type { Attempt } from './attempt';

export interface RawAnswer {
  status: number;
  type: string;
  text: string;
}

/** What came back: an answer, nothing in time, or a broken connection. */
export type Outcome = RawAnswer | { fault: string } | 'waits';

const PATIENCE_MS = 5_000;
/** How long a poll may wait for events before we leave. */
const POLL_MS = 150;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends exactly these bytes, which `fetch` would put right. */
export function send(url: string, { method, path, headers, body, mayBlock }: Attempt): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => done({ fault: `the answer broke off: ${error.message}` }));
      response.on('end', () =>
        done({
          status: response.statusCode!,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    const timer = setTimeout(
      () => {
        done(mayBlock ? 'waits' : { fault: `no answer within ${PATIENCE_MS} ms` });
        sent.destroy();
      },
      mayBlock ? POLL_MS : PATIENCE_MS,
    );
    const done = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    sent.on('error', (error) => done({ fault: `no answer: ${error.message}` }));
    sent.end(body ?? undefined);
  });
}
