import { Injectable } from '@nestjs/common';
import { addEvent, addFew, addNumber, BYTES_AROUND_EVENT, LARGEST_ID_DIGITS } from '../delivery/event-bytes';
import { BYTES, type QueuedEvent } from '../records/queued-event';

/** The most bytes of one write. A reader that does not read has at most so many waiting, or one long event. */
const BYTES_A_WRITE = 64 * 1024;
/** Before the messages: the length of the chunk as hexadecimal digits, and CRLF. */
const CHUNK_HEAD = 10;
const CHUNK_TAIL = Buffer.from('\r\n');
const BEFORE_ID = Buffer.from('id: ');
const BEFORE_EVENT = Buffer.from('\ndata: ');
const LINE_FEED = 10;
/** At most so many bytes of a message are not shared. */
const AROUND = BEFORE_ID.length + LARGEST_ID_DIGITS + BEFORE_EVENT.length + BYTES_AROUND_EVENT + 2;

/** Where the bytes go: the socket of the stream. */
export interface Sink {
  readonly writableLength: number;
  write(bytes: Uint8Array): unknown;
}

/**
 * Writes events as messages of streams. The bytes of an event are copied from what all queues share, and the id is written around
 * them. All streams use the same memory, one after another, because sockets usually take everything at once; memory that a
 * socket has not taken yet is left to it.
 */
@Injectable()
export class StreamBytes {
  private bytes = Buffer.allocUnsafeSlow(BYTES_A_WRITE);

  /**
   * Writes the first of these events, as many as fit into one write, as one chunk of the response.
   * @returns how many
   */
  write(sink: Sink, events: readonly QueuedEvent[], from: number): number {
    const needed = CHUNK_HEAD + AROUND + events[from]!.rest.length + CHUNK_TAIL.length;
    const bytes = needed > BYTES_A_WRITE ? Buffer.allocUnsafeSlow(needed) : this.bytes;
    const room = bytes.length - CHUNK_TAIL.length - AROUND;
    let end = CHUNK_HEAD;
    let next = from;
    for (; next < events.length && end + events[next]!.rest.length <= room; next++)
      end = addMessage(bytes, end, events[next]!);
    const begin = addHead(bytes, end - CHUNK_HEAD);
    bytes.set(CHUNK_TAIL, end);
    sink.write(bytes.subarray(begin, end + CHUNK_TAIL.length));
    if (bytes === this.bytes && sink.writableLength > 0) this.bytes = Buffer.allocUnsafeSlow(BYTES_A_WRITE);
    return next - from;
  }
}

function addHead(bytes: Buffer, length: number): number {
  const head = `${length.toString(16)}\r\n`;
  const begin = CHUNK_HEAD - head.length;
  bytes.write(head, begin, BYTES);
  return begin;
}

function addMessage(bytes: Buffer, at: number, event: QueuedEvent): number {
  const idEnd = addNumber(bytes, addFew(bytes, at, BEFORE_ID), event.id);
  let end = addEvent(bytes, addFew(bytes, idEnd, BEFORE_EVENT), event);
  bytes[end++] = LINE_FEED;
  bytes[end++] = LINE_FEED;
  return end;
}
