import { type QueuedEvent, SharedText, written } from '../records/queued-event';
import { StreamBytes } from './stream-bytes.http';

class Socket {
  readonly writes: Uint8Array[] = [];
  /** What it has taken at once is copied, like a kernel does; what it has not is kept. */
  constructor(public writableLength = 0) {}

  write(bytes: Uint8Array): void {
    this.writes.push(this.writableLength === 0 ? Buffer.from(bytes) : bytes);
  }

  get messages(): string {
    const [head, ...rest] = Buffer.concat(this.writes).toString('utf8').split('\r\n');
    const body = rest.slice(0, -1).join('\r\n');
    expect(parseInt(head!, 16)).toBe(Buffer.byteLength(body));
    expect(rest.at(-1)).toBe('');
    return body;
  }
}

const event = (id: number, content = 'süß 🍲'): QueuedEvent => ({
  id,
  rest: SharedText.of({ type: 'message', content }),
});
const expected = (events: readonly QueuedEvent[]): string =>
  Buffer.from(events.map((one) => `id: ${one.id}\ndata: ${written(one)}\n\n`).join(''), 'latin1').toString('utf8');

describe('the bytes of streams', () => {
  it.each([[[0]], [[7, 10, 99]], [[9_999_999, 10_000_000, 10_000_001]], [[123_456_789_012_345, 999_999_999_999_999]]])(
    'are messages with their ids, as one chunk: %p',
    (ids) => {
      const socket = new Socket();
      const events = ids.map((id) => event(id));
      expect(new StreamBytes().write(socket, events, 0)).toBe(ids.length);
      expect(socket.messages).toBe(expected(events));
    },
  );

  it('come in several writes when there are many', () => {
    const bytes = new StreamBytes();
    const events = Array.from({ length: 1_000 }, (_, at) => event(at * 65_536, 'x'.repeat(500)));
    let text = '';
    let writes = 0;
    for (let at = 0; at < events.length; writes++) {
      const socket = new Socket();
      at += bytes.write(socket, events, at);
      expect(socket.writes[0]!.length).toBeLessThanOrEqual(64 * 1024);
      text += socket.messages;
    }
    expect(writes).toBeGreaterThan(8);
    expect(text).toBe(expected(events));
  });

  it('of a long event are one write', () => {
    const socket = new Socket();
    const events = [event(1, 'y'.repeat(200_000)), event(2)];
    expect(new StreamBytes().write(socket, events, 0)).toBe(1);
    expect(socket.messages).toBe(expected(events.slice(0, 1)));
  });

  it('that a socket has not taken stay as they are', () => {
    const bytes = new StreamBytes();
    const slow = new Socket(1);
    bytes.write(slow, [event(1, 'first')], 0);
    bytes.write(new Socket(), [event(2, 'other')], 0);
    expect(slow.messages).toBe(expected([event(1, 'first')]));
  });
});
