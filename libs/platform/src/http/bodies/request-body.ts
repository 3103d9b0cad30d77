import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import type { Metrics } from '../../metrics/metrics';
import { FORM_TIMEOUT_MS, MAX_FORM_BYTES, MAX_FORM_PIECES, MAX_FORMS_BYTES } from './body-limits';
import { ServerIsBusy } from '../admission/pressure';

export class BodyIsTooLarge extends Error {
  readonly statusCode = 413;
}

class BodyIsCut extends Error {
  readonly statusCode = 400;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** `null`: the client does not declare the length. */
export function announcedBytes({ headers }: IncomingMessage): number | null {
  const length = Number(headers['content-length'] ?? NaN);
  return Number.isSafeInteger(length) ? length : null;
}

/** A client that sent `Expect: 100-continue` sends its body only after this. */
export function askForBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.awaitsContinue) reply.raw.writeContinue();
  raw.awaitsContinue = false;
}

/**
 * The whole body, in memory. Its length is checked first where the client announces it, and counted while it is read.
 * @throws BodyIsTooLarge, ServerIsBusy
 */
export async function readBody(request: FastifyRequest, reply: FastifyReply, mostBytes: number): Promise<Buffer> {
  if ((announcedBytes(request.raw) ?? 0) > mostBytes) throw new BodyIsTooLarge();
  const body = await request.withoutPlace(() => {
    askForBody(request, reply);
    return request.server.bodies.read(request.raw, reply.raw, mostBytes);
  });
  await request.assertAwaited();
  return body;
}

interface HeldBody {
  bytes: number;
  /** Ends the reading; null when all of it is there. */
  cut: (() => void) | null;
}

/** Limits the bytes of request bodies that a node holds until their requests are answered. */
export class RequestBodies {
  private readonly held = new Map<IncomingMessage, HeldBody>();
  private heldBytes = 0;

  constructor(
    { registry }: Metrics,
    private readonly mostBytes = MAX_FORMS_BYTES,
  ) {
    const bytes = () => this.heldBytes;
    new Gauge({
      name: 'parley_request_body_bytes',
      help: 'Bytes of forms that are being read or worked on',
      registers: [registry],
      collect() {
        this.set(bytes());
      },
    });
  }

  /** @throws BodyIsTooLarge, ServerIsBusy */
  read(raw: IncomingMessage, answer: ServerResponse, mostBytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    const held: HeldBody = { bytes: 0, cut: null };
    this.held.set(raw, held);
    answer.once('close', () => this.release(raw));
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null): void => {
        raw.off('data', take).off('end', end).off('close', cut).off('error', cut);
        clearTimeout(timer);
        held.cut = null;
        if (error) reject(error);
        else resolve(Buffer.concat(pieces));
      };
      const take = (piece: Buffer): void => {
        held.bytes += piece.length;
        this.heldBytes += piece.length;
        pieces.push(piece);
        if (held.bytes > mostBytes) settle(new BodyIsTooLarge());
        else if (pieces.length > MAX_FORM_PIECES)
          raw.socket.destroy(); // to read and drop the rest costs as much
        else if (this.heldBytes > this.mostBytes && !this.cutOldest(raw)) settle(new ServerIsBusy());
      };
      const end = (): void => settle(null);
      const cut = (): void => settle(new BodyIsCut());
      const timer = setTimeout(() => raw.socket.destroy(), FORM_TIMEOUT_MS).unref();
      held.cut = () => raw.socket.destroy();
      raw.on('data', take).once('end', end).once('close', cut).once('error', cut);
      if (raw.destroyed) cut();
    });
  }

  /** The request is answered: its body is used no more. */
  release(raw: IncomingMessage): void {
    this.heldBytes -= this.held.get(raw)?.bytes ?? 0;
    this.held.delete(raw);
  }

  /** Makes room for a body at the expense of the one that has been coming for longest: that client trickles. */
  private cutOldest(newest: IncomingMessage): boolean {
    for (const [raw, { cut }] of this.held) {
      if (raw === newest) return false;
      if (!cut) continue;
      cut();
      this.release(raw);
      return true;
    }
    return false;
  }
}

/** The operation reads its body with `readBody`, and has its own words for one that is too large. */
export const RefusesBodies = () => RouteConfig({ refusesBodies: true });

/** Bodies are read when their operation asks for them, after its caller is known: Fastify itself reads none. */
export function leaveBodiesUnread(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.decorate('bodies', new RequestBodies(metrics));
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
  fastify.addHook('onRequest', ({ raw, is404, routeOptions: { config } }, _reply, done) => {
    const isBounded = !is404 && config?.takesFile === undefined && config?.refusesBodies === undefined;
    const isTooLarge = isBounded && (announcedBytes(raw) ?? 0) > MAX_FORM_BYTES;
    done(isTooLarge ? new BodyIsTooLarge() : undefined);
  });
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    request.server.bodies.release(request.raw);
    done(null, payload);
  });
  fastify.server.on('checkContinue', (request: IncomingMessage, answer: ServerResponse) => {
    request.awaitsContinue = true;
    fastify.server.emit('request', request, answer);
  });
}

declare module 'http' {
  interface IncomingMessage {
    /** The client waits for permission to send its body. */
    awaitsContinue?: boolean;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    refusesBodies?: true;
  }
  interface FastifyInstance {
    bodies: RequestBodies;
  }
}
