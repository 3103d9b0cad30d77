import { Injectable, LoggerService } from '@nestjs/common';
import pino, { Logger } from 'pino';

type Details = Record<string, unknown> & { error?: unknown };

/**
 * Structured lines on standard output. Callers pass ids, routes and durations, never a parameter value: no secrets and
 * no message content can get into the log.
 */
@Injectable()
export class Log implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string, stream?: pino.DestinationStream) {
    const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: describe } };
    this.pino = stream ? pino(options, stream) : pino(options);
  }

  debug(message: string, details?: Details | string): void {
    this.pino.debug(asDetails(details), message);
  }

  /** Nest logs every route that it maps, so its log lines get the level for debugging. */
  log(message: string, details?: Details | string): void {
    if (typeof details === 'string') this.pino.debug(asDetails(details), message);
    else this.pino.info(asDetails(details), message);
  }

  warn(message: string, details?: Details | string): void {
    this.pino.warn(asDetails(details), message);
  }

  error(message: unknown, details?: Details | string): void {
    if (message instanceof Error) this.pino.error({ error: message }, 'failure');
    else this.pino.error(asDetails(details), String(message));
  }
}

/** Nest passes the name of the part that logs where we pass details. */
function asDetails(details?: Details | string): object {
  return typeof details === 'string' ? { part: details } : (details ?? {});
}

/** A failed query carries its parameters, which may be anything that users wrote: only what is known to be ours is kept. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, driverError } = error as Error & Record<string, unknown>;
  const isQuery = 'query' in error || driverError !== undefined || typeof constraint === 'string';
  return {
    type: error.name,
    message: isQuery ? `${error.name} ${typeof code === 'string' ? code : ''}` : error.message,
    code,
    constraint,
    table,
    stack: framesOf(error),
  };
}

const framesOf = (error: Error): string | undefined =>
  error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
