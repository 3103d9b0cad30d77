import { withReservedConnections, Database, BatchLoader, PreparedStatement } from '@app/platform';
import { organizationAtHost, PlaceOfRequest, placeParameters } from '../records/organization-at-host.sql';

interface Shown {
  readonly place: PlaceOfRequest;
  readonly hash: Buffer;
}

/**
 * The rows of FROM: the hashes of credentials from requests, each with the organization `o` of the request's host.
 * PostgreSQL estimates the arrays of subqueries alike whatever their length, so it plans once for each connection
 * instead of each time, which takes longer than the query.
 */
export const SHOWN_CREDENTIALS = `
  unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::boolean[]), (SELECT $4::bytea[]))
    WITH ORDINALITY AS shown (host, bare_host, is_own, hash, at)
  LEFT JOIN LATERAL (${organizationAtHost('shown.host', 'shown.bare_host', 'shown.is_own')}) AS place ON true
  LEFT JOIN organization o ON o.id = place.id`;

/** Looks up the credentials of requests. Concurrent requests share one query. */
export class ShownCredentials<CredentialHolder extends { organizationId: number }> {
  private readonly lookups = new BatchLoader<Shown, CredentialHolder | null>((all) =>
    withReservedConnections(() => this.findAll(all)),
  );

  /** @param statement reads from `SHOWN_CREDENTIALS` and returns a row for each, ordered by `shown.at` */
  constructor(
    private readonly database: Database,
    private readonly statement: PreparedStatement,
  ) {}

  /** `null`: the host has no organization. */
  find(place: PlaceOfRequest, hash: Buffer): Promise<CredentialHolder | null> {
    return this.lookups.find({ place, hash });
  }

  private async findAll(all: readonly Shown[]): Promise<(CredentialHolder | null)[]> {
    const places = all.map(({ place }) => placeParameters(place));
    const columns = [0, 1, 2].map((at) => places.map((place) => place[at]));
    const holders = await this.database.rows<CredentialHolder>(this.statement, [
      ...columns,
      all.map(({ hash }) => hash),
    ]);
    return holders.map((holder) => ((holder.organizationId as number | null) === null ? null : holder));
  }
}
