import { getMetadataStorage, ValidationTypes } from 'class-validator';

type Check = (request: object) => boolean;
type Rule = (value: unknown, request: object) => boolean;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const checks = new WeakMap<object, Check>();

/**
 * Whether all rules of the request's class hold; `false` may also mean that this is not known, and then `validateSync`
 * decides. The rules are gathered once for each class: class-validator searches those of all classes for each request,
 * which took longer than to carry them out.
 */
export function isPlainlyValid(request: object): boolean {
  const { constructor } = request;
  const known = checks.get(constructor);
  if (known) return known(request);
  const check = checkOf(constructor);
  checks.set(constructor, check);
  return check(request);
}

function checkOf(requestClass: object): Check {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(requestClass as () => void, '', false, false);
  if (!all.every(isPlain)) return () => false;
  const fields = Object.entries(storage.groupByPropertyName(all)).map(([name, some]) => [name, fieldOf(some)] as const);
  const names = new Set(fields.map(([name]) => name));
  return (request) =>
    fields.every(([name, field]) => field((request as Record<string, unknown>)[name], request)) &&
    Object.keys(request).every((name) => names.has(name));
}

const isPlain = ({ type, validateIf }: Metadata): boolean =>
  !validateIf && (type === ValidationTypes.CUSTOM_VALIDATION || type === ValidationTypes.CONDITIONAL_VALIDATION);

function fieldOf(all: readonly Metadata[]): Rule {
  const conditions = all.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION).map(conditionOf);
  const rules = all.filter(({ type }) => type === ValidationTypes.CUSTOM_VALIDATION).flatMap(rulesOf);
  return (value, request) =>
    !conditions.every((holds) => holds(value, request)) || rules.every((holds) => holds(value, request));
}

function conditionOf({ constraints }: Metadata): Rule {
  const [condition] = constraints as [(request: object, value: unknown) => boolean];
  return (value, request) => condition(request, value);
}

function rulesOf({ constraintCls, constraints, propertyName: property, each }: Metadata): Rule[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => {
      const holds: Rule = (value, object) => {
        const told = {
          value,
          object,
          constraints: constraints as unknown[],
          property,
          targetName: object.constructor.name,
        };
        return instance.validate(value, told) === true;
      };
      if (!each) return holds;
      return (value, request) =>
        Array.isArray(value) ? value.every((one) => holds(one, request)) : holds(value, request);
    });
}
