import type { Socket } from 'node:net';
import { NOSNIFF } from '../responses/every-response';

const envelope = (msg: string) => ({ result: 'error', msg, code: 'BAD_REQUEST' });

const ANSWERS: Record<string, [status: string, msg: string]> = {
  HPE_HEADER_OVERFLOW: ['400 Bad Request', 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
};
const MALFORMED: [string, string] = ['400 Bad Request', 'The request is malformed'];
/** The time that the client has to read the answer. */
const LINGERING_MS = 2_000;

/**
 * What Node's own parser gives up on (no HTTP, headers too long or too slow) reaches no route and no filter; it is refused
 * in the words of the interface too, and the connection ends.
 */
export function answerUnreadableRequest({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !isOpen(socket)) return void socket.destroy();
  const [status, msg] = ANSWERS[code] ?? MALFORMED;
  const body = JSON.stringify(envelope(msg));
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    NOSNIFF,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGERING_MS).unref();
}

const isOpen = (socket: Socket): boolean => socket.writable && !socket.destroyed;
