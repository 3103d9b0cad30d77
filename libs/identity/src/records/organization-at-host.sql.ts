import { bareHost } from './organization';

/** Where a request came in. */
export interface PlaceOfRequest {
  /** As the request names it: lower-case, with its port. */
  host: string;
  /** The host of the server's own address, at which the first organization always is. */
  ownHost: string;
}

/**
 * The id of the organization that a host means, as a scalar query over `placeParameters`: the one of exactly that host, the
 * one of that host without the port, or the first one when it is the only one or the host is the server's own. No row: there
 * is none.
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

/** The same over the first three parameters of a statement. */
export const ORGANIZATION_AT_HOST = organizationAtHost('$1::text', '$2::text', '$3::boolean');

export function placeParameters({ host, ownHost }: PlaceOfRequest): unknown[] {
  return [host, bareHost(host), host === ownHost || bareHost(host) === bareHost(ownHost)];
}
