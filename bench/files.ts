import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import { addUsers, Bench, BenchUser, median, report, startBench } from './support';

const MB = 1_000_000;
const SIZE = 100 * MB;
const ROUNDS = 5;
const AT_ONCE = 8;
const PIECE = Buffer.alloc(64 * 1024, 'parley ');

/**
 * The least that a server can do with files: uploads are piped into a file, synced and renamed; downloads are piped.
 */
const PLAIN = `
  const { createServer } = require('node:http');
  const { createReadStream, createWriteStream, statSync } = require('node:fs');
  const { rename } = require('node:fs/promises');
  const { pipeline } = require('node:stream/promises');
  const file = process.argv[1];
  createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-length': statSync(file).size });
      return pipeline(createReadStream(file), response).catch(() => undefined);
    }
    const draft = file + Math.random();
    await pipeline(request, createWriteStream(draft, { flush: true }));
    await rename(draft, file);
    response.end('{}');
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

interface Target {
  readonly pid: number;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The directory of the files. */
  readonly uploadPath: string;
  readonly form: { readonly head: string; readonly tail: string };
}

async function startPlain(directory: string): Promise<{ target: Target; child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', PLAIN, join(directory, 'plain')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout!.once('data', (text: Buffer) => resolve(text.toString().trim())),
  );
  const url = `http://127.0.0.1:${port}`;
  return { child, target: { pid: child.pid!, url, headers: {}, uploadPath: '/', form: { head: '', tail: '' } } };
}

const parleyTarget = ({ url, server }: Bench, { authorization }: BenchUser): Target => ({
  pid: server.pid!,
  url,
  headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
  uploadPath: '/api/v1/user_uploads',
  form: {
    head: '--x\r\ncontent-disposition: form-data; name="f"; filename="large.bin"\r\n\r\n',
    tail: '\r\n--x--\r\n',
  },
});

function* bodyOf({ head, tail }: Target['form']): Generator<Buffer> {
  if (head) yield Buffer.from(head);
  let left = SIZE;
  for (; left >= PIECE.length; left -= PIECE.length) yield PIECE;
  if (left > 0) yield PIECE.subarray(0, left);
  if (tail) yield Buffer.from(tail);
}

function ask(target: Target, method: string, path: string, more: Record<string, string | number> = {}) {
  const sending = request(target.url + path, { method, headers: { ...target.headers, ...more } });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    sending.once('error', reject);
  });
  return { sending, answer };
}

async function upload(target: Target): Promise<string> {
  const length = SIZE + target.form.head.length + target.form.tail.length;
  const { sending, answer } = ask(target, 'POST', target.uploadPath, { 'content-length': length });
  await pipeline(Readable.from(bodyOf(target.form)), sending);
  const body = (await json(await answer)) as { url?: string; msg?: string };
  if (body.msg) throw new Error(body.msg);
  return body.url ?? '/';
}

async function download(target: Target, path: string): Promise<void> {
  const { sending, answer } = ask(target, 'GET', path);
  sending.end();
  let received = 0;
  for await (const piece of await answer) received += (piece as Buffer).length;
  if (received !== SIZE) throw new Error(`Only ${received} bytes came.`);
}

const residentOf = ({ pid }: Target): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

/** MB a second, and the most additional memory of the server during the work. */
async function measured(
  target: Target,
  bytes: number,
  work: () => Promise<unknown>,
): Promise<{ rate: number; grown: number }> {
  const before = residentOf(target);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentOf(target))), 10);
  const began = performance.now();
  await work();
  const took = (performance.now() - began) / 1_000;
  clearInterval(timer);
  return { rate: bytes / MB / took, grown: (most - before) / MB };
}

type Series = { rate: number; grown: number }[];

async function main(): Promise<void> {
  const bench = await startBench();
  const [user] = await addUsers(bench, 1);
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-files-'));
  const { target: plain, child } = await startPlain(directory);
  const parley = parleyTarget(bench, user);
  for (const target of [plain, parley]) await download(target, await upload(target)); // This warms up both.

  const series: Record<'plainIn' | 'parleyIn' | 'plainOut' | 'parleyOut', Series> = {
    plainIn: [],
    parleyIn: [],
    plainOut: [],
    parleyOut: [],
  };
  let path = '/';
  for (let round = 0; round < ROUNDS; round++) {
    series.plainIn.push(await measured(plain, SIZE, () => upload(plain)));
    series.parleyIn.push(await measured(parley, SIZE, async () => (path = await upload(parley))));
    series.plainOut.push(await measured(plain, SIZE, () => download(plain, '/')));
    series.parleyOut.push(await measured(parley, SIZE, () => download(parley, path)));
  }
  const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, work));
  const manyIn = await measured(parley, AT_ONCE * SIZE, () => many(() => upload(parley)));
  const manyOut = await measured(parley, AT_ONCE * SIZE, () => many(() => download(parley, path)));

  const row = (what: string, runs: Series, against?: Series) => {
    const rate = median(runs.map((one) => one.rate));
    const compared = against ? `${Math.round((100 * rate) / median(against.map((one) => one.rate)))} %` : '';
    const grown = Math.max(...runs.map((one) => one.grown));
    return {
      what,
      'MB/s': Math.round(rate),
      'of plain streams': compared,
      'memory it grew by at most, MB': Math.round(grown),
    };
  };
  report('files', `Files of ${SIZE / MB} MB, up and down`, [
    row('plain Node streams, in, synced', series.plainIn),
    row('upload', series.parleyIn, series.plainIn),
    row('plain Node streams, out', series.plainOut),
    row('download', series.parleyOut, series.plainOut),
    row(`${AT_ONCE} uploads at once`, [manyIn]),
    row(`${AT_ONCE} downloads at once`, [manyOut]),
  ]);
  child.kill();
  rmSync(directory, { recursive: true, force: true });
  await bench.stop();
}

void main();
