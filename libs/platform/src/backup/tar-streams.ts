import type { Extract, Pack } from 'tar-stream';

type Sink = Extract | ReturnType<Pack['entry']>;

/**
 * Writes content into a stream of tar-stream, at the speed of the stream. Node's `pipeline` cannot be used, because it
 * does not detect the end of such a stream after it is destroyed.
 */
export async function feed(sink: Sink, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const data of content) {
      if (sink.destroying) return;
      if (!sink.write(data)) await writableOrClosed(sink);
    }
    sink.end(null);
  } catch (error) {
    sink.destroy(error as Error);
  }
}

function writableOrClosed(sink: Sink): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      for (const event of ['drain', 'close'] as const) sink.off(event, settle);
      resolve();
    };
    for (const event of ['drain', 'close'] as const) sink.on(event, settle);
    if (sink.destroyed) settle();
  });
}
