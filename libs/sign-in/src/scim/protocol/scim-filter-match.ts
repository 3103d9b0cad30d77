import type { Attribute } from './scim-attributes';
import type { Comparison, Filter, FilterTarget, FilterValue } from './scim-filter';
import { ScimError } from './scim.errors';

/** A resource, or an item of one of its lists, with the names as SCIM writes them. */
export type Described = Readonly<Record<string, unknown>>;

/**
 * Whether the resource satisfies the filter.
 * @throws ScimError for a comparison that its values do not allow
 */
export function matches(filter: Filter, resource: Described): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.all.every((one) => matches(one, resource));
    case 'or':
      return filter.all.some((one) => matches(one, resource));
    case 'not':
      return !matches(filter.filter, resource);
    case 'present':
      return valuesOf(filter.target, resource).some(isPresent);
    case 'item':
      return itemsOf(filter.attribute, resource).some((item) => matchesItem(filter.filter, item));
    case 'compare':
      return compares(filter.target, filter.comparison, filter.value, valuesOf(filter.target, resource));
  }
}

/** As `matches`, for a filter in the brackets of a list: its targets are parts of the item. */
export function matchesItem(filter: Filter, item: Described): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.all.every((one) => matchesItem(one, item));
    case 'or':
      return filter.all.some((one) => matchesItem(one, item));
    case 'not':
      return !matchesItem(filter.filter, item);
    case 'present':
      return isPresent(item[filter.target.part!]);
    case 'item':
      return false;
    case 'compare':
      return compares(filter.target, filter.comparison, filter.value, [item[filter.target.part!]]);
  }
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const itemsOf = ({ name }: Attribute, resource: Described): Described[] =>
  [resource[name] ?? []].flat().filter((item): item is Described => typeof item === 'object' && item !== null);

function valuesOf({ attribute, part }: FilterTarget, resource: Described): unknown[] {
  if (part === null) return [resource[attribute.name]];
  return itemsOf(attribute, resource).map((item) => item[part]);
}

function compares(
  target: FilterTarget,
  comparison: Comparison,
  wanted: FilterValue,
  values: readonly unknown[],
): boolean {
  const given = values.filter(isPresent);
  if (wanted === null) {
    if (comparison === 'eq') return given.length === 0;
    if (comparison === 'ne') return given.length > 0;
    throw unfit(comparison);
  }
  if (comparison === 'ne') return !given.some((value) => isEqual(target, value, wanted));
  if (comparison === 'eq') return given.some((value) => isEqual(target, value, wanted));
  if (typeof wanted === 'boolean') throw unfit(comparison);
  return given.some((value) => relates(target, comparison, value, wanted));
}

const folded = ({ attribute }: FilterTarget, text: string): string => (attribute.isExact ? text : text.toLowerCase());

function isEqual(target: FilterTarget, value: unknown, wanted: FilterValue): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return folded(target, value) === folded(target, wanted);
  if (typeof value === 'boolean' && typeof wanted === 'string') return String(value) === wanted.toLowerCase();
  return value === wanted;
}

function relates(target: FilterTarget, comparison: Comparison, value: unknown, wanted: string | number): boolean {
  if (typeof value === 'number' && typeof wanted === 'number') return ordered(comparison, value - wanted);
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  const [one, other] = [folded(target, value), folded(target, wanted)];
  if (comparison === 'co') return one.includes(other);
  if (comparison === 'sw') return one.startsWith(other);
  if (comparison === 'ew') return one.endsWith(other);
  return ordered(comparison, one < other ? -1 : one > other ? 1 : 0);
}

function ordered(comparison: Comparison, difference: number): boolean {
  if (comparison === 'gt') return difference > 0;
  if (comparison === 'ge') return difference >= 0;
  if (comparison === 'lt') return difference < 0;
  return comparison === 'le' && difference <= 0;
}

const unfit = (comparison: Comparison): ScimError =>
  new ScimError(400, 'invalidFilter', `${comparison} cannot compare with that value`);
