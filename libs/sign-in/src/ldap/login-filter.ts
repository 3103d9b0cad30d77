import {
  AndFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  FilterParser,
  NotFilter,
  OrFilter,
  PresenceFilter,
} from 'ldapts';

/** Stands for the typed name in a filter. */
const LOGIN = '{login}';

/**
 * The filter that finds a person by a typed name. The name is put into the parsed filter as a value, so nothing that a
 * name contains can change the filter.
 */
export const filterFor = (template: string, login: string): Filter =>
  withLogins(FilterParser.parseString(template), ({ attribute }) => new EqualityFilter({ attribute, value: login }));

/** The filter that finds all people whom the template can find. */
export const filterForEverybody = (template: string): Filter =>
  withLogins(FilterParser.parseString(template), ({ attribute }) => new PresenceFilter({ attribute }));

/** Whether the text is a filter with the typed name as one whole value at least. */
export function isLoginFilter(template: string): boolean {
  try {
    let count = 0;
    withLogins(FilterParser.parseString(template), (found) => {
      count += 1;
      return found;
    });
    return count > 0 && template.split(LOGIN).length - 1 === count;
  } catch {
    return false;
  }
}

/** A filter that finds what one of the filters finds. */
export const anyOfFilters = (filters: readonly Filter[]): Filter => new OrFilter({ filters: [...filters] });

/** Rules such as that of Active Directory for nested groups are kept as they are. */
function withLogins(filter: Filter, replaced: (found: EqualityFilter) => Filter): Filter {
  const within = (inner: Filter) => withLogins(inner, replaced);
  if (filter instanceof AndFilter) return new AndFilter({ filters: filter.filters.map(within) });
  if (filter instanceof OrFilter) return new OrFilter({ filters: filter.filters.map(within) });
  if (filter instanceof NotFilter) return new NotFilter({ filter: within(filter.filter) });
  if (filter instanceof ExtensibleFilter) return filter;
  return filter instanceof EqualityFilter && filter.value === LOGIN ? replaced(filter) : filter;
}
