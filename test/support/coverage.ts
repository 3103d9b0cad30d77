import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Where scripts/test.mjs wants to find what was asked; unset: nobody does. */
const directory = process.env.PARLEY_COVERAGE_DIR;
const root = join(__dirname, '../..');
const noted = new Set<string>();

// Requests made between tests, to set them up, show nothing; Jest would have them belong to the test before.
if (directory) afterEach(() => expect.setState({ currentTestName: undefined }));

/** The contract that the tests are held against, for the page that says what they show of it. */
export function noteContract(document: object): void {
  if (!directory) return;
  const path = join(directory, 'openapi.json');
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(document));
}

/** One request of a test: the operation as `GET /api/v1/users`, the parameters sent, the code of its error or null. */
export function noteRequest(operation: string, parameters: readonly string[], code: string | null): void {
  note({ operation, parameters: [...parameters].sort(), code });
}

/** What an operation told clients in a test: the type that they see, and the kind of it. */
export function noteEvent(operation: string, type: string, kind: string): void {
  note({ operation, event: type === kind ? type : `${type} (${kind})` });
}

function note(what: object): void {
  if (!directory) return;
  const { currentTestName: test, testPath } = expect.getState();
  if (!test || !testPath) return;
  const line = JSON.stringify({ ...what, file: relative(root, testPath), test });
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(directory, `worker-${process.env.JEST_WORKER_ID ?? '1'}.jsonl`), `${line}\n`);
}
