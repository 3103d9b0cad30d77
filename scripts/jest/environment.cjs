const { TestEnvironment } = require('jest-environment-node');

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

/**
 * Test files run in the realm of the process, one after another, so that what they load can be kept for the next (see
 * runtime.cjs). What a file leaves behind in globals, in the environment or in spies is taken back when it ends.
 */
module.exports = class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: config.projectConfig, global: globalThis });
    this.console = globalThis.console;
    this.variablesBefore = { ...process.env };
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (OF_A_FILE.has(key.description)) Reflect.deleteProperty(globalThis, key);
    globalThis.console = this.console;
    for (const name of Object.keys(process.env)) if (!(name in this.variablesBefore)) delete process.env[name];
    Object.assign(process.env, this.variablesBefore);
  }
};
