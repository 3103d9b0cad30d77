import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The directory for scripts/test.mjs; unset: requests are not recorded. */
const directory = process.env.PARLEY_COVERAGE_DIR;
const root = join(__dirname, '../..');
const noted = new Set<string>();

// Requests between tests, in their set-up, show nothing; Jest would count them for the test before.
if (directory) afterEach(() => expect.setState({ currentTestName: undefined }));

/** The contract of the tests, for the page that lists what they show of it. */
export function noteContract(document: object): void {
  if (!directory) return;
  const path = join(directory, 'openapi.json');
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(document));
}

/** One request of a test: the operation as `GET /api/v1/users`, the parameters sent, the code of its error or null. */
export function noteRequest(operation: string, parameters: readonly string[], code: string | null): void {
  note({ operation, parameters: [...parameters].sort(), code });
}

/** The events of an operation in a test: the type that clients see, and the kind. */
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
