import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';

/** What a fetched export contains. */
export interface ExportArchive {
  /** The names of all files, in their order. */
  readonly names: readonly string[];
  /** The lines of a section. */
  rows<Row = Record<string, unknown>>(section: string): Row[];
  /** The content of a file. */
  text(name: string): string | undefined;
}

export async function readArchive(response: Response): Promise<ExportArchive> {
  const files = new Map<string, Buffer>();
  const reader = extract();
  Readable.fromWeb(response.body as never).pipe(reader as never);
  for await (const entry of reader) files.set(entry.header.name, await buffer(entry as never));
  return {
    names: [...files.keys()],
    rows: <Row>(section: string) =>
      [...files]
        .filter(([name]) => name.startsWith(`${section}-`))
        .flatMap(([, bytes]) => gunzipSync(bytes).toString().trim().split('\n'))
        .map((line) => JSON.parse(line) as Row),
    text: (name) => files.get(name)?.toString(),
  };
}
