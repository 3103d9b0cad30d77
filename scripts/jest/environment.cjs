const { TestEnvironment } = require('jest-environment-node');
const { AsyncLocalStorage } = require('node:async_hooks');
const { sep } = require('node:path');
const dropDatabases = require('./databases.cjs');

/** What jest-circus remembers of a file: its tests, and the timeout and the retries that it asked for. */
const OF_A_FILE = new Set([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
]);

/** The cluster of each worker (test/support/global-setup.ts). */
const { TEST_POSTGRES_URLS, JEST_WORKER_ID } = process.env;

/** What node itself has; much of it is made when it is first asked for, by a getter. */
const OF_NODE = Object.getOwnPropertyDescriptors(globalThis);

/**
 * The storages that were run in. Jest makes one for each file. Up to node 22 each stays in a list, and every promise of the
 * process takes a store of all in the list along: after a hundred files a promise would take thirty times as long.
 */
const storages = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    storages.add(this);
    return original.apply(this, args);
  };
}

/**
 * Test files run in the realm of the process, one after another, so that what they load can be kept for the next (see
 * runtime.cjs). What a file leaves behind in globals, in the environment or in spies is taken back when it ends.
 */
module.exports = class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.testPath = context.testPath;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: config.projectConfig, global: globalThis });
    this.console = globalThis.console;
    if (TEST_POSTGRES_URLS) process.env.TEST_POSTGRES_URL = TEST_POSTGRES_URLS.split(' ')[JEST_WORKER_ID - 1];
    this.variablesBefore = { ...process.env };
  }

  async setup() {
    await super.setup();
    leavePackagesOut(); // Jest has installed its own formatter for this file.
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    // The next run in it enables a storage that is kept.
    for (const storage of storages) storage.disable();
    storages.clear();
    if (this.testPath.endsWith('.e2e.ts')) await dropDatabases();
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (OF_A_FILE.has(key.description)) Reflect.deleteProperty(globalThis, key);
    for (const key of Reflect.ownKeys(OF_NODE)) putBack(key, OF_NODE[key]);
    globalThis.console = this.console;
    for (const name of Object.keys(process.env)) if (!(name in this.variablesBefore)) delete process.env[name];
    Object.assign(process.env, this.variablesBefore);
  }
};

const PACKAGES = `${sep}node_modules${sep}`;

/**
 * Jest looks for the source map of every frame of a stack. Playwright reads a stack at each call, and most of its frames
 * are in a file of megabytes that has no map.
 */
function leavePackagesOut() {
  const format = Error.prepareStackTrace;
  if (!format) return;
  const head = format(new Error(''), []);
  const lineOf = (frame) =>
    frame.getFileName()?.includes(PACKAGES) ? `\n    at ${frame}` : format({ message: '' }, [frame]).slice(head.length);
  Error.prepareStackTrace = (error, frames) => format(error, []) + frames.map(lineOf).join('');
}

/** Some packages put something else in the place of a class that they think is missing. */
function putBack(key, before) {
  const { value, get, configurable } = Object.getOwnPropertyDescriptor(globalThis, key) ?? { configurable: true };
  if (configurable && (value !== before.value || get !== before.get)) Object.defineProperty(globalThis, key, before);
}
