import { GROUP_SCHEMA, USER_SCHEMA } from './scim-attributes';
import type { Described } from './scim-filter-match';
import type { Filter } from './scim-filter';
import { ScimError } from './scim.errors';

/** A weak entity tag: the same version is the same resource. */
export const tagOf = (version: number): string => `W/"${version}"`;

interface Kept {
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

export interface ScimResource extends Described {
  readonly id: string;
  readonly meta: { readonly location: string; readonly version: string } & Described;
}

/** A resource as clients are shown it. @param base the address of the server */
export function shown(
  kind: 'User' | 'Group',
  id: number,
  { version, createdAt, changedAt }: Kept,
  described: Described,
  base: string,
): ScimResource {
  const meta = {
    resourceType: kind,
    created: createdAt.toISOString(),
    lastModified: changedAt.toISOString(),
    location: `${base}/scim/v2/${kind}s/${id}`,
    version: tagOf(version),
  };
  return { schemas: [kind === 'User' ? USER_SCHEMA : GROUP_SCHEMA], ...described, id: String(id), meta };
}

/** `null`: it is no id of this server. */
export const numberIn = (id: string): number | null => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null);

/**
 * Checks an `If-Match` header. `null`: the client sends none.
 * @throws ScimError
 */
export function assertMatches(condition: string | null, version: number): void {
  if (condition === null || condition.trim() === '*') return;
  const tags = condition.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(`"${version}"`)) throw new ScimError(412, null, 'The resource has changed meanwhile');
}

/** The value that one attribute must equal for the filter to be satisfied; `null`: there is none. */
export function requiredText(filter: Filter | null, attribute: string): string | null {
  if (filter?.kind === 'and') {
    for (const one of filter.all) {
      const text = requiredText(one, attribute);
      if (text !== null) return text;
    }
  }
  if (filter?.kind !== 'compare' || filter.comparison !== 'eq') return null;
  return filter.target.attribute.name === attribute && typeof filter.value === 'string' ? filter.value : null;
}
