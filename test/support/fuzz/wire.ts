import { Agent, request } from 'node:http';
import type { Attempt } from './attempt';

export interface RawResponse {
  status: number;
  type: string;
  text: string;
}

/** The result: an answer, a timeout, or a broken connection. */
export type Outcome = RawResponse | { fault: string } | 'waits';

const PATIENCE_MS = 5_000;
/** How long a poll may wait for events before the client disconnects. */
const POLL_MS = 150;

const keptAlive = new Agent({ keepAlive: true, maxSockets: 4 });

export const hangUp = (): void => keptAlive.destroy();

/** Sends exactly these bytes, which `fetch` would correct. */
export async function send(url: string, attempt: Attempt): Promise<Outcome> {
  const first = await sendOnce(url, attempt);
  // A connection that the server had closed before its reuse shows nothing about this request.
  return first === 'stale' ? ((await sendOnce(url, attempt, new Agent())) as Outcome) : first;
}

function sendOnce(url: string, attempt: Attempt, agent = keptAlive): Promise<Outcome | 'stale'> {
  const { method, path, headers, body, mayBlock } = attempt;
  const { hostname, port } = new URL(url);
  const patience = mayBlock ? POLL_MS : PATIENCE_MS;
  return new Promise((resolve) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => done({ fault: `the answer broke off: ${error.message}` }));
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        done({ status: response.statusCode!, type, text: Buffer.concat(chunks).toString() });
      });
    });
    const timer = setTimeout(() => {
      done(mayBlock ? 'waits' : { fault: `no answer within ${patience} ms` });
      sent.destroy();
    }, patience);
    const done = (outcome: Outcome | 'stale') => {
      clearTimeout(timer);
      resolve(outcome);
    };
    sent.on('error', (error) => done(sent.reusedSocket ? 'stale' : { fault: `no answer: ${error.message}` }));
    sent.end(body ?? undefined);
  });
}
