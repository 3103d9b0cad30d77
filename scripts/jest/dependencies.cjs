const { Injector } = require('@nestjs/core/injector/injector.js');

/** By the class of a module and a token: the class of the module that provides it there. */
const providers = new Map();
/** The modules of each server by their classes. */
const modulesOf = new WeakMap();

const search = Injector.prototype.lookupComponentInImports;

/**
 * Nest looks for each of 1,500 dependencies in about 20 modules, a third of what a start takes. Servers of one process have
 * the same modules: what the first one found, the next ones find where it was.
 */
Injector.prototype.lookupComponentInImports = async function (module, token, wrapper, seen, context, key, isNested) {
  if (isNested) return search.call(this, module, token, wrapper, seen, context, key, isNested);
  const known = knownOf(module, token);
  if (known) {
    const found = this.getDependencyWrapper(known, wrapper);
    this.addDependencyMetadata(key, wrapper, found);
    return found;
  }
  const found = await search.call(this, module, token, wrapper, seen, context, key);
  if (found?.token === token && found.host) tokensOf(module).set(token, found.host.metatype);
  return found;
};

function knownOf(module, token) {
  const modules = modulesByClass(module.container).get(tokensOf(module).get(token)) ?? [];
  return modules.find((one) => one.providers.has(token))?.providers.get(token);
}

function tokensOf({ metatype }) {
  if (!providers.has(metatype)) providers.set(metatype, new Map());
  return providers.get(metatype);
}

function modulesByClass(container) {
  if (!modulesOf.has(container)) {
    const byClass = new Map();
    for (const module of container.getModules().values())
      byClass.set(module.metatype, [...(byClass.get(module.metatype) ?? []), module]);
    modulesOf.set(container, byClass);
  }
  return modulesOf.get(container);
}
