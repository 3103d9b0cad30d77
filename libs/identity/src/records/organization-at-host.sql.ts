import { bareHost } from './organization';

/** The host at which a request arrived. */
export interface PlaceOfRequest {
  /** The host of the request: lower-case, with its port. */
  host: string;
  /** The host of the server's own address, at which the first organization is always found. */
  ownHost: string;
}

/**
 * The id of the organization of a host, as a scalar query over `placeParameters`. Tries in order: the organization with
 * exactly that host, the one with the host without its port, and the first organization if it is the only one or the
 * host is the server's own. No row: there is none.
 */
export const organizationAtHost = (
  host: string,
  bareHost: string,
  isOwn: string,
): string => `SELECT id FROM organization
  WHERE host IN (${host}, ${bareHost})
    OR (id = (SELECT min(id) FROM organization)
      AND (${isOwn} OR (SELECT count(*) = 1 FROM (SELECT 1 FROM organization LIMIT 2) AS two)))
  ORDER BY host = ${host} DESC, host = ${bareHost} DESC LIMIT 1`;

/** The same query over the first three parameters of a statement. */
export const ORGANIZATION_AT_HOST = organizationAtHost('$1::text', '$2::text', '$3::boolean');

export function placeParameters({ host, ownHost }: PlaceOfRequest): unknown[] {
  return [host, bareHost(host), host === ownHost || bareHost(host) === bareHost(ownHost)];
}
