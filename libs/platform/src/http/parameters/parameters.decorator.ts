import { createParamDecorator, ExecutionContext, PipeTransform } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSmallForm } from '../bodies/incoming-file';
import { decode, RawParameters } from './decode';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const exchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange => {
  const http = context.switchToHttp();
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
});

/** The type of the decorated argument is the request class. */
const decodePipe: PipeTransform<Exchange, object> = {
  transform({ request, reply }, { metatype }) {
    if (!metatype) throw new Error('A parameter object needs a class as its type.');
    const read = (): object => {
      const { request: decoded, unknown } = decode(metatype as new () => object, collect(request));
      request.unknownParameters = unknown;
      return decoded;
    };
    return readSmallForm(request, reply)?.then(read) ?? read();
  },
};

/** The request object of an operation: `send(@Parameters() request: SendMessageRequest)`. */
export const Parameters = (): ParameterDecorator => exchange(decodePipe);

/** Query string and form body, the body winning; of a repeated name the last value. */
export function collect(request: Pick<FastifyRequest, 'query' | 'body'>): RawParameters {
  const raw: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const source of [request.query, request.body]) {
    for (const [name, value] of Object.entries((source ?? {}) as Record<string, string | string[]>)) {
      const last = Array.isArray(value) ? value.at(-1) : value;
      if (last !== undefined) raw[name] = last;
    }
  }
  return raw;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Parameters that the operation does not know; listed in a success answer. */
    unknownParameters?: string[];
  }
}
