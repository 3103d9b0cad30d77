import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** Pieces of less than this many bytes are sent together. */
const SMALL = 16 * 1024;

/** A JSON value of an answer that was serialised before. Answers may share the bytes. */
export class WrittenJson {
  constructor(readonly pieces: readonly (Buffer | string)[]) {}
}

/** Makes a list of items that were serialised before. */
export class WrittenList {
  private readonly pieces: (Buffer | string)[] = [];

  /** @param item its pieces */
  add(...item: (Buffer | string)[]): void {
    this.pieces.push(this.pieces.length === 0 ? '[' : ',', ...item);
  }

  get json(): WrittenJson {
    return new WrittenJson(this.pieces.length === 0 ? ['[]'] : [...this.pieces, ']']);
  }
}

/** Fields of an answer that were serialised before. Answers may share the bytes. */
export class WrittenFields {
  /** An object as JSON, without its braces. */
  readonly bytes: Buffer;

  constructor(fields: object) {
    this.bytes = Buffer.from(JSON.stringify(fields).slice(1, -1));
  }
}

/** An answer whose fields come from several objects, no two with the same name. It is never copied into one object. */
export class CompositeResponse {
  constructor(readonly parts: readonly object[]) {}
}

/**
 * Lets the fields of the answer that are `WrittenJson` be sent as they are. The answer is a stream of pieces, so that shared bytes are
 * neither copied nor joined, and its length is known.
 */
export function sendsWrittenJson(reply: FastifyReply): void {
  reply.type('application/json; charset=utf-8').serializer((payload: object) => {
    const chunks = inChunks(piecesOf(payload));
    void reply.header(
      'content-length',
      chunks.reduce((sum, { length }) => sum + length, 0),
    );
    return new Chunks(chunks) as unknown as string;
  });
}

function piecesOf(payload: object): (Buffer | string)[] {
  const pieces: (Buffer | string)[] = [];
  for (const part of payload instanceof CompositeResponse ? payload.parts : [payload]) {
    if (part instanceof WrittenFields) pieces.push(...(part.bytes.length > 0 ? [',', part.bytes] : []));
    else addFields(pieces, part as Record<string, unknown>);
  }
  if (pieces.length === 0) return ['{}'];
  pieces[0] = (pieces[0] as string).replace(',', '{');
  pieces.push('}');
  return pieces;
}

/** Each field is two pieces or more, and the first begins with a comma. */
function addFields(pieces: (Buffer | string)[], fields: Readonly<Record<string, unknown>>): void {
  for (const name in fields) {
    const value = fields[name];
    const text = value instanceof WrittenJson ? undefined : (JSON.stringify(value) as string | undefined);
    if (value instanceof WrittenJson) pieces.push(`,${JSON.stringify(name)}:`, ...value.pieces);
    else if (text !== undefined) pieces.push(`,${JSON.stringify(name)}:`, text); // as JSON.stringify
  }
}

/** Large buffers as they are, and what is between them together. Texts are encoded where they go, and never joined before. */
function inChunks(pieces: readonly (Buffer | string)[]): Buffer[] {
  const chunks: Buffer[] = [];
  let small: (Buffer | string)[] = [];
  const finish = (): void => {
    if (small.length > 0) chunks.push(together(small));
    small = [];
  };
  for (const piece of pieces) {
    if (typeof piece === 'string' || piece.length < SMALL) small.push(piece);
    else {
      finish();
      chunks.push(piece);
    }
  }
  finish();
  return chunks;
}

function together(pieces: readonly (Buffer | string)[]): Buffer {
  let length = 0;
  for (const piece of pieces) length += Buffer.byteLength(piece);
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (const piece of pieces) end += typeof piece === 'string' ? bytes.write(piece, end) : piece.copy(bytes, end);
  return bytes;
}

/** As `Readable.from`, without the promises of an iterator. */
class Chunks extends Readable {
  private next = 0;

  constructor(private readonly chunks: readonly Buffer[]) {
    super();
  }

  override _read(): void {
    this.push(this.chunks[this.next++] ?? null);
  }
}
