import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastPaths } from '../fast-paths';

/** Requests that a connection may bring before the first of them was answered. */
export const MAX_AT_ONCE = 64;

/**
 * A client may send several requests on a connection without waiting for answers. Each begins only when the answer
 * before it was sent and other connections had a turn. Answers leave in this order anyway, so earlier work would only
 * occupy memory. Requests on a closed connection are never begun. A client that sends very many is disconnected.
 */
export function answerInTurn(
  server: Server,
  fastPaths: Pick<FastPaths, 'take'> | null = null,
  mostAtOnce = MAX_AT_ONCE,
): void {
  const listeners = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const begin = (request: IncomingMessage, answer: ServerResponse): void => {
    answer.once('close', () => setImmediate(beginNext, request.socket));
    if (fastPaths?.take(request, answer)) return;
    for (const listener of listeners) listener.call(server, request, answer);
  };
  const beginNext = (socket: Socket): void => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next) next();
    else waiting.delete(socket);
  };
  server.removeAllListeners('request').on('request', (request, answer) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      begin(request, answer);
    } else if (line.push(() => begin(request, answer)) >= mostAtOnce) socket.destroy();
  });
}
