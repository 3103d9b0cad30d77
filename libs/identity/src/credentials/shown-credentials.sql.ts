import { besideRequests, Database, Gathered, PreparedStatement } from '@app/platform';
import { organizationAtHost, PlaceOfRequest, placeParameters } from '../records/organization-at-host.sql';

interface Shown {
  readonly place: PlaceOfRequest;
  readonly hash: Buffer;
}

/** The rows of FROM: hashes of credentials that requests have shown, each with the organization `o` where it came in. */
export const SHOWN_CREDENTIALS = `
  unnest($1::text[], $2::text[], $3::boolean[], $4::bytea[]) WITH ORDINALITY AS shown (host, bare_host, is_own, hash, at)
  LEFT JOIN LATERAL (${organizationAtHost('shown.host', 'shown.bare_host', 'shown.is_own')}) AS place ON true
  LEFT JOIN organization o ON o.id = place.id`;

/** Looks up credentials that requests show, many at a time where many come. */
export class ShownCredentials<Holder extends { organizationId: number }> {
  private readonly lookups = new Gathered<Shown, Holder | null>((all) => besideRequests(() => this.findAll(all)));

  /** @param statement over `SHOWN_CREDENTIALS`, a row for each in the order of `shown.at` */
  constructor(
    private readonly database: Database,
    private readonly statement: PreparedStatement,
  ) {}

  /** null: there is no organization at that host. */
  find(place: PlaceOfRequest, hash: Buffer): Promise<Holder | null> {
    return this.lookups.find({ place, hash });
  }

  private async findAll(all: readonly Shown[]): Promise<(Holder | null)[]> {
    const places = all.map(({ place }) => placeParameters(place));
    const columns = [0, 1, 2].map((at) => places.map((place) => place[at]));
    const holders = await this.database.rows<Holder>(this.statement, [...columns, all.map(({ hash }) => hash)]);
    return holders.map((holder) => ((holder.organizationId as number | null) === null ? null : holder));
  }
}
