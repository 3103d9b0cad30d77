import { MAX_FORM_BYTES, readBody, readForm } from '@app/platform';
import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse, stringify } from 'lossless-json';
import { RequestIsInvalid } from './errors';

/** What has more digits has more than 64 bits, and takes long to read. */
const MAX_DIGITS = 20;

const JSON_TYPE = /^application\/json\b/i;

/** Parsed where it is needed: that is the dearest part of a request. */
class UnreadJson {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws RequestIsInvalid */
  read(): unknown {
    const value = read(this.#text);
    if (value === undefined) throw new RequestIsInvalid('The body is not JSON');
    return value;
  }
}

/** Reads the body of a request whose sender is known. */
export async function readJsonOrForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return readForm(request, reply, MAX_FORM_BYTES);
  request.body = new UnreadJson((await readBody(request, reply, MAX_FORM_BYTES)).toString('utf8'));
}

/** JSON in bodies and answers, where a whole number is a `bigint`: ids of devices and accounts have 64 bits. */
export function speakLosslessJson(fastify: FastifyInstance): void {
  fastify.setReplySerializer((payload) => stringify(payload)!);
}

/** Undefined: it is no JSON, or nested deeper than any reader's stack. */
function read(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: (digits) =>
        digits.length <= MAX_DIGITS && /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits),
    });
  } catch {
    return undefined;
  }
}

/** The body of a request that is JSON; of any other kind it is undefined or a form's fields, which no reader takes. */
export const JsonBody = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  request.unknownParameters = []; // its fields are no parameters, so that none of them is unknown
  return request.body instanceof UnreadJson ? request.body.read() : request.body;
});
