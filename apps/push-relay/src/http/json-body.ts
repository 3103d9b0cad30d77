import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse, stringify } from 'lossless-json';

/** JSON in bodies and answers, where a whole number is a `bigint`: ids of devices and accounts have 64 bits. */
export function speakLosslessJson(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const value = read(String(body));
    if (value === undefined) done(Object.assign(new Error('This is not JSON'), { statusCode: 400 }));
    else done(null, value);
  });
  fastify.setReplySerializer((payload) => stringify(payload)!);
}

/** Undefined: it is no JSON, or nested deeper than any reader's stack. */
function read(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)),
    });
  } catch {
    return undefined;
  }
}

/** The body of a request that is JSON; of any other kind it is undefined or a form's fields, which no reader takes. */
export const JsonBody = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  request.unknownParameters = []; // its fields are no parameters, so that none of them is unknown
  return request.body;
});
