const { default: Runtime } = require('jest-runtime');
const { createRequire } = require('node:module');
const { compileFunction } = require('node:vm');
const { isShared, loadWith } = require('./sources.cjs');

/**
 * Jest's runtime, but for what it does with the server and with packages: those are loaded by node, once for all test
 * files of a process. Jest by itself loads them anew for each file, which is most of what a short one takes.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, path, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, path, globalConfig);
    const { executor } = this;
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
    // Whoever watches changes the sources meanwhile; coverage is counted by jest's own way of loading.
    this.isSharing = !globalConfig.watch && !globalConfig.watchAll && !globalConfig.collectCoverage;
    if (this.isSharing) loadWith(transformer, this.getSourceMaps());
  }

  requireModuleOrMock(from, name) {
    return this.isOfAll(from, name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  isOfAll(from, name) {
    return this.isSharing && !this._resolution.isCoreModule(name) && isShared(this._resolution.resolveCjs(from, name));
  }
};
