import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** Pieces of less than this many bytes are sent together. */
const SMALL = 16 * 1024;

/** A JSON value of an answer that was serialised before. Answers may share the bytes. */
export class WrittenJson {
  constructor(readonly pieces: readonly (Buffer | string)[]) {}
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
    return Readable.from(chunks, { objectMode: false }) as unknown as string;
  });
}

function* piecesOf(payload: object): Iterable<Buffer | string> {
  let before = '{';
  for (const [name, value] of Object.entries(payload) as [string, unknown][]) {
    const pieces = value instanceof WrittenJson ? value.pieces : [JSON.stringify(value) as string | undefined];
    if (pieces[0] === undefined) continue; // as in JSON.stringify
    yield `${before}${JSON.stringify(name)}:`;
    yield* pieces as (Buffer | string)[];
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Large buffers as they are, and what is between them joined. */
function inChunks(pieces: Iterable<Buffer | string>): Buffer[] {
  const chunks: Buffer[] = [];
  let text = '';
  const finish = (): void => {
    if (text !== '') chunks.push(Buffer.from(text));
    text = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if (piece.length < SMALL) text += piece.toString();
    else {
      finish();
      chunks.push(piece);
    }
  }
  finish();
  return chunks;
}
