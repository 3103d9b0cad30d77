import { bareHost } from './organization';

/** Where a request came in. */
export interface PlaceOfRequest {
  /** As the request names it: lower-case, with its port. */
  host: string;
  /** The host of the server's own address, at which the first organization always is. */
  ownHost: string;
}

/**
 * The id of the organization that a host means, as a scalar query over the first three parameters: the one of exactly
 * that host, the one of that host without the port, or the first one when it is the only one or the host is the
 * server's own. No row: there is none.
 */
export const ORGANIZATION_AT_HOST = `SELECT id FROM organization
  WHERE host IN ($1::text, $2::text)
    OR (id = (SELECT min(id) FROM organization)
      AND ($3::boolean OR (SELECT count(*) = 1 FROM (SELECT 1 FROM organization LIMIT 2) AS two)))
  ORDER BY host = $1 DESC, host = $2 DESC LIMIT 1`;

export function placeParameters({ host, ownHost }: PlaceOfRequest): unknown[] {
  return [host, bareHost(host), host === ownHost || bareHost(host) === bareHost(ownHost)];
}
