import { Attribute, Attributes } from './scim-attributes';
import type { Filter } from './scim-filter';
import { matchesItem } from './scim-filter-match';
import { pathIn, ScimPath } from './scim-path';
import { itemIn, itemsIn, objectIn, partIn, Resource, valueIn } from './scim-values';
import { invalidSyntax, invalidValue, ScimError } from './scim.errors';

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string | null;
  readonly value: unknown;
}

const MAX_OPERATIONS = 5_000;
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:patchop';

/** The operations of a PATCH, whose names some clients capitalise. @throws ScimError */
export function operationsIn(body: unknown): PatchOperation[] {
  const request = objectIn(body, 'The request');
  const given = Object.entries(request);
  const schemas = [given.find(([key]) => key.toLowerCase() === 'schemas')?.[1]].flat();
  if (!schemas.some((one) => typeof one === 'string' && one.toLowerCase() === PATCH_OP))
    throw invalidSyntax('The request is no PatchOp');
  const operations = given.find(([key]) => key.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(operations) || operations.length === 0) throw invalidSyntax('Operations are missing');
  if (operations.length > MAX_OPERATIONS) throw new ScimError(413, null, `At most ${MAX_OPERATIONS} operations`);
  return operations.map(operationIn);
}

function operationIn(given: unknown): PatchOperation {
  const { op: written, path = null, value } = objectIn(given, 'An operation');
  const op = typeof written === 'string' ? written.toLowerCase() : '';
  if (op !== 'add' && op !== 'remove' && op !== 'replace') throw invalidSyntax('op must be add, remove or replace');
  if (path !== null && typeof path !== 'string') throw invalidSyntax('path must be a text');
  if (op === 'remove' && path === null) throw new ScimError(400, 'noTarget', 'remove needs a path');
  if (op !== 'remove' && value === undefined) throw invalidValue('value is missing');
  return { op, path, value };
}

/** The resource after the operations. The given one stays as it is. @throws ScimError */
export function patched(resource: Resource, operations: readonly PatchOperation[], attributes: Attributes): Resource {
  const result = structuredClone(resource);
  for (const { op, path, value } of operations) {
    if (path === null) mergeInto(result, op, value, attributes);
    else applyTo(result, op, pathIn(path, attributes), value);
  }
  return result;
}

/** Without a path, `value` holds attributes, or paths with their values, as Entra writes them. */
function mergeInto(resource: Resource, op: PatchOperation['op'], value: unknown, attributes: Attributes): void {
  for (const [key, part] of Object.entries(objectIn(value, 'value'))) {
    const name = key.toLowerCase();
    // Okta repeats the id and the schemas of a group.
    if (name === 'id' && part === resource.id) continue;
    if (name !== 'schemas' && name !== 'meta') applyTo(resource, op, pathIn(key, attributes), part);
  }
}

function applyTo(resource: Resource, op: PatchOperation['op'], path: ScimPath | null, value: unknown): void {
  if (path === null) return;
  const { attribute, filter, part } = path;
  if (filter) return applyToItems(resource, op, path, filter, value);
  if (part !== null) return applyToPart(resource, op, attribute, part, value);
  if (op === 'remove') return remove(resource, attribute, value);
  const given = valueIn(attribute, value);
  if (given === null) delete resource[attribute.name];
  else if (op === 'add' && attribute.type === 'multi')
    resource[attribute.name] = joined(listOf(resource, attribute), given as Resource[]);
  else if (attribute.type === 'complex')
    resource[attribute.name] = { ...(resource[attribute.name] as Resource | undefined), ...(given as Resource) };
  else resource[attribute.name] = given;
}

/** Entra removes members with a path to all of them, and a value that names those who go. */
function remove(resource: Resource, attribute: Attribute, value: unknown): void {
  if (attribute.type !== 'multi' || value === undefined || value === null) {
    delete resource[attribute.name];
    return;
  }
  const gone = new Set(itemsIn(attribute, value).map((item) => item.value));
  resource[attribute.name] = listOf(resource, attribute).filter((item) => !gone.has(item.value));
}

function applyToPart(
  resource: Resource,
  op: PatchOperation['op'],
  attribute: Attribute,
  part: string,
  value: unknown,
): void {
  if (attribute.type === 'multi') {
    for (const item of listOf(resource, attribute)) setPart(item, op, attribute, part, value);
    return;
  }
  const item = { ...(resource[attribute.name] as Resource | undefined) };
  setPart(item, op, attribute, part, value);
  resource[attribute.name] = item;
}

function applyToItems(
  resource: Resource,
  op: PatchOperation['op'],
  { attribute, part }: ScimPath,
  filter: Filter,
  value: unknown,
): void {
  const items = listOf(resource, attribute);
  const chosen = new Set(items.filter((item) => matchesItem(filter, item)));
  if (op === 'remove' && part === null) {
    resource[attribute.name] = items.filter((item) => !chosen.has(item));
    return;
  }
  if (chosen.size === 0 && op !== 'remove') {
    const made = itemNamedBy(filter);
    if (!made) throw new ScimError(400, 'noTarget', `No item of ${attribute.name} satisfies the filter`);
    resource[attribute.name] = [...items, made];
    chosen.add(made);
  }
  for (const item of chosen) {
    if (part === null) Object.assign(item, itemIn(attribute, value));
    else setPart(item, op, attribute, part, value);
  }
}

function setPart(item: Resource, op: PatchOperation['op'], attribute: Attribute, part: string, value: unknown): void {
  if (op === 'remove' || value === null) delete item[part];
  else item[part] = partIn(attribute, part, value);
}

/** The item that a filter such as `type eq "work"` describes: Entra sets parts of items that are not there yet. */
function itemNamedBy(filter: Filter): Resource | null {
  if (filter.kind !== 'compare' || filter.comparison !== 'eq' || filter.value === null) return null;
  return { [filter.target.part!]: filter.value };
}

const listOf = (resource: Resource, { name }: Attribute): Resource[] =>
  (resource[name] as Resource[] | undefined) ?? [];

/** Items with the same `value` are the same item. */
function joined(present: readonly Resource[], added: readonly Resource[]): Resource[] {
  const byValue = new Map<unknown, Resource>();
  for (const item of [...present, ...added]) byValue.set(item.value ?? item, item);
  return [...byValue.values()];
}
