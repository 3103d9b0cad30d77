import type { Socket } from 'node:net';

const envelope = (msg: string) => ({ result: 'error', msg, code: 'BAD_REQUEST' });

/**
 * What Node's own parser gives up on (no HTTP, headers too long) reaches no route and no filter; it is refused in the
 * words of the interface too.
 */
export function answerUnreadableRequest({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !isOpen(socket)) return;
  const tooLarge = code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify(envelope(tooLarge ? 'The request is too large' : 'The request is malformed'));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const isOpen = (socket: Socket): boolean => socket.writable && !socket.destroyed;
