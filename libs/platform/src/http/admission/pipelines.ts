import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a connection may bring before the first of them was answered. */
export const MOST_AT_ONCE = 64;

/**
 * Of the requests that a client sends on a connection without waiting for answers, each begins when the answer of the
 * one before is sent, after other connections had a turn: their answers leave in this order anyway, and those that are
 * ready earlier would wait in memory. What waits on a connection that ends is never begun. Who sends very many is cut off.
 */
export function answerInTurn(server: Server, mostAtOnce = MOST_AT_ONCE): void {
  const listeners = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const begin = (request: IncomingMessage, answer: ServerResponse): void => {
    answer.once('close', () => setImmediate(beginNext, request.socket));
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
