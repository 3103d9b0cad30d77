import { Config } from '@app/platform';
import { ChildProcess, execFile, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './server-process';
import type { World } from './world';

export interface Said {
  code: number;
  out: string;
  complaint: string;
  /** Paths of modules, if requested. */
  loaded?: string[];
}

export interface Circumstances {
  /** Standard input. */
  input?: string;
  environment?: object;
}

/** One command of the admin command line on the database of the running server. */
export function runParley(world: World, args: string[], circumstances: Circumstances = {}): Promise<Said> {
  const { input = '' } = circumstances;
  const environment = environmentOf(world, circumstances);
  const said = before.then(() => {
    runner ??= startRunner().once('exit', () => (runner = undefined));
    return askRunner(runner, { args, environment, input });
  });
  before = said.catch(() => undefined);
  return said;
}

/**
 * A command that needs the whole server takes seconds to load it: the tests of a worker share one process that has
 * loaded it.
 */
let runner: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

/** The modules that one command loads, by their paths, in a process of its own. */
export async function modulesLoadedBy(args: string[], environment: object): Promise<string[]> {
  const child = startRunner();
  const { loaded = [] } = await askRunner(child, { args, environment, input: '', tellsLoaded: true });
  child.disconnect();
  return loaded;
}

function startRunner(): ChildProcess {
  return fork(join(__dirname, 'command-runner.cjs'), { execArgv: [] });
}

function askRunner(child: ChildProcess, command: object): Promise<Said> {
  child.ref();
  child.channel!.ref();
  return new Promise((resolve, reject) => {
    const end = (code: number | null) => reject(new Error(`The process of commands ended with ${code}.`));
    child.once('exit', end);
    child.once('message', (said: Said) => {
      child.off('exit', end);
      child.unref(); // It ends with the worker.
      child.channel!.unref();
      resolve(said);
    });
    child.send(command);
  });
}

/** The same as an operator types it: a process of its own. */
export function runParleyProcess(world: World, args: string[], circumstances: Circumstances = {}): Promise<Said> {
  const env = { ...environmentOf(world, circumstances), npm_lifecycle_event: '' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'scripts/parley.mjs'), ...args],
      { env },
      (error, out, complaint) => resolve({ code: error ? Number(error.code) : 0, out, complaint }),
    );
    child.stdin!.end(circumstances.input ?? '');
  });
}

const environmentOf = (world: World, { environment = {} }: Circumstances): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: world.databaseUrl,
  PARLEY_DATA_DIR: world.server.app.get(Config).dataDirectory,
  ...environment,
});
