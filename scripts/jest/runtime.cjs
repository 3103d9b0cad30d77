const { default: Runtime } = require('jest-runtime');
const { createRequire } = require('node:module');
const { compileFunction } = require('node:vm');
const { sep } = require('node:path');
const { isShared, loadWith } = require('./sources.cjs');

const RUNNER = `${sep}jest-circus${sep}`;

/** What V8 made of the modules that each file loads anew: jest itself, and the support of the tests. */
const compiled = new Map();

function compile(source, filename, parameters) {
  const known = compiled.get(filename);
  const cachedData = known?.source === source ? known.data : undefined;
  const made = compileFunction(source, parameters, { filename, cachedData, produceCachedData: !cachedData });
  if (made.cachedData) compiled.set(filename, { source, data: made.cachedData });
  return made;
}

/**
 * Jest's runtime, except that Node loads the server and the packages, once for all test files of a process. Jest would
 * load them for each file, which takes most of the time of a short one.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, path, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, path, globalConfig);
    const { executor } = this;
    executor.compile = (source, filename) => compile(source, filename, executor.injectedModuleParameters);
    // With watch the sources change; coverage needs jest's own way of loading.
    this.isSharing = !globalConfig.watch && !globalConfig.watchAll && !globalConfig.collectCoverage;
    if (this.isSharing) loadWith(transformer, this.getSourceMaps());
  }

  requireModuleOrMock(from, name) {
    return this.isOfAll(from, name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  /** Jest's own modules are loaded once, too, except the runner, whose state is that of a file. */
  requireInternalModule(from, name) {
    const isKept = this.isSharing && name && !this._resolution.resolveCjs(from, name).includes(RUNNER);
    return isKept ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }

  isOfAll(from, name) {
    return this.isSharing && !this._resolution.isCoreModule(name) && isShared(this._resolution.resolveCjs(from, name));
  }
};
