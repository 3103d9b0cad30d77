import type { Attributes } from './scim-attributes';
import { FilterReader, type Filter } from './scim-filter';
import { type Described, matches } from './scim-filter-match';
import { invalidValue } from './scim.errors';

/** What a client asks of a list (RFC 7644 section 3.4.2). */
export interface ListQuery {
  readonly filter: Filter | null;
  /** Of the first resource, from 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly projection: Projection;
}

/** Which attributes are shown. */
export interface Projection {
  /** In lower case; `null`: all. */
  readonly only: readonly string[] | null;
  readonly without: readonly string[];
}

export interface ListQueryTexts {
  readonly filter: string | null;
  readonly startIndex: string | null;
  readonly count: string | null;
  readonly attributes: string | null;
  readonly excludedAttributes: string | null;
}

export const MAX_IN_LIST = 200;
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A number below 1 counts as 1, a negative count as 0, as the RFC says. @throws ScimError */
export function listQueryIn(texts: ListQueryTexts, attributes: Attributes): ListQuery {
  const { filter, startIndex, count } = texts;
  return {
    filter: filter === null || filter.trim() === '' ? null : new FilterReader(filter, attributes).whole(),
    startIndex: Math.max(1, wholeIn('startIndex', startIndex, 1)),
    count: Math.min(MAX_IN_LIST, Math.max(0, wholeIn('count', count, MAX_IN_LIST))),
    projection: projectionIn(texts),
  };
}

export const projectionIn = ({
  attributes,
  excludedAttributes,
}: Pick<ListQueryTexts, 'attributes' | 'excludedAttributes'>): Projection => ({
  only: attributes === null || attributes.trim() === '' ? null : namesIn(attributes),
  without: namesIn(excludedAttributes ?? ''),
});

/** The resources that satisfy the filter: the page, and how many there are. */
export function pageOf<R extends Described>(all: readonly R[], { filter, startIndex, count }: ListQuery) {
  const found = filter === null ? all : all.filter((resource) => matches(filter, resource));
  return { total: found.length, page: found.slice(startIndex - 1, startIndex - 1 + count) };
}

export const listResponse = (total: number, { startIndex }: ListQuery, resources: readonly Described[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const ALWAYS = ['schemas', 'id'];

/** The resource with the attributes that the client wants. `id` is always among them. */
export function projected(resource: Described, { only, without }: Projection): Described {
  const isShown = (name: string): boolean => {
    if (ALWAYS.includes(name)) return true;
    const known = name.toLowerCase();
    if (only !== null) return only.some((one) => one === known || one.startsWith(`${known}.`));
    return !without.includes(known);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .map((name) => name.slice(name.startsWith('urn:') ? name.lastIndexOf(':') + 1 : 0))
    .filter((name) => name !== '');

function wholeIn(name: string, text: string | null, usual: number): number {
  if (text === null || text === '') return usual;
  if (!/^[+-]?\d{1,9}$/.test(text)) throw invalidValue(`${name} must be a whole number`);
  return Number(text);
}
