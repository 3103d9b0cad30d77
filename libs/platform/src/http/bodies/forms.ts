import Busboy from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_FORM_BYTES, MAX_FORM_FIELDS, MAX_FORM_SEPARATORS } from './body-limits';
import { hasBody, readBody } from './request-body';
import { fieldsOf } from './url-encoded';

type Fields = Record<string, unknown>;

const URL_ENCODED = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\/form-data\b/i;

/**
 * Reads the form of a request whose caller is known, so that the limit is the caller's. A body of another kind is not
 * read and counts as empty. Files in a form of an operation that takes none are dropped.
 */
export async function readForm(request: FastifyRequest, reply: FastifyReply, mostBytes: number): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (!hasBody(request.raw)) return;
  if (URL_ENCODED.test(type)) request.body = fieldsIn(await readBody(request, reply, mostBytes));
  else if (MULTIPART.test(type)) request.body = await partsIn(await readBody(request, reply, mostBytes), type);
}

/** A query string has as many parameters as a form, at most. */
export function boundQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ url }, _reply, done) =>
    done(hasTooManyFields(url) ? new FormIsUnreadable() : undefined),
  );
}

/** Taking apart hundreds of thousands of fields takes half a second. */
function fieldsIn(form: Buffer): Fields {
  if (hasTooManyFields(form)) throw new FormIsUnreadable();
  return fieldsOf(form);
}

const hasTooManyFields = (form: Pick<Buffer | string, 'indexOf'>): boolean => hasAtLeast(MAX_FORM_FIELDS, '&', form);

/** Whether a text occurs at least `times` times in the form. */
function hasAtLeast(times: number, text: string, form: Pick<Buffer | string, 'indexOf'>): boolean {
  let found = 0;
  for (let at = form.indexOf(text); at >= 0 && found < times; at = form.indexOf(text, at + 1)) found++;
  return found >= times;
}

/** The start of each boundary. The parser continues after the last allowed part, and 100,000 parts take seconds. */
const SEPARATOR = '\r\n--';

/** All of the form is there, so that no part has to wait for its reader: the parser stalls at parts that it skips. */
async function partsIn(form: Buffer, type: string): Promise<Fields> {
  if (hasAtLeast(MAX_FORM_SEPARATORS, SEPARATOR, form)) throw new FormIsUnreadable();
  const fields = Object.create(null) as Fields;
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      limits: { fields: MAX_FORM_FIELDS, parts: MAX_FORM_FIELDS, fieldSize: MAX_FORM_BYTES },
      fileHwm: form.length + 1,
    });
    await new Promise((resolve, reject) => {
      const refuse = () => reject(new FormIsUnreadable());
      parser.on('field', (name, value) => void (fields[name] = value));
      parser.on('file', (_name, file) => file.on('error', reject).resume());
      parser.on('partsLimit', refuse).on('fieldsLimit', refuse).on('error', reject).on('finish', resolve);
      parser.end(form);
    });
    return fields;
  } catch (cause) {
    throw new FormIsUnreadable(cause);
  }
}

class FormIsUnreadable extends Error {
  readonly statusCode = 400;

  constructor(cause?: unknown) {
    super('The form cannot be read', { cause });
  }
}
