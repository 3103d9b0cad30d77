/** Paths below the API whose rest, up to the query, is one parameter. */
const prefixes = new Set<string>();

const API = '/api/v1/';

/**
 * The route of an operation whose last parameter is written with a star, `views/*fragment`: such a parameter may hold
 * slashes, whether or not clients encode them.
 */
export function withPathRest(path: string): string {
  const [, prefix, name] = /^(.+\/)\*(\w+)$/.exec(path) ?? [];
  if (prefix === undefined) return path;
  prefixes.add(API + prefix);
  return `${prefix}:${name}`;
}

/** The address as the router takes it: slashes in such a parameter are encoded. */
export function encodePathRest(url: string): string {
  for (const prefix of prefixes) {
    if (!url.startsWith(prefix)) continue;
    const [path = '', ...query] = url.slice(prefix.length).split('?');
    return [prefix + path.replaceAll('/', '%2F'), ...query].join('?');
  }
  return url;
}
