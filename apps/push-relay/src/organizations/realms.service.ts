import { Injectable } from '@nestjs/common';
import { RealmIsOfAnother, RealmIsUnknown } from '../http/errors';
import type { Organization } from './organization';
import { RealmRepository } from './realm.repository';

/** The status of a realm at this relay: a registered realm may push, without an end. */
export const PUSH_STATUS = { can_push: true, expected_end_timestamp: null } as const;

/** A realm belongs to the first organization that names it. Only its UUID is known. */
@Injectable()
export class Realms {
  constructor(private readonly rows: RealmRepository) {}

  /** @throws RealmIsOfAnother, after which none of them is bound that was not */
  async bind(organization: Organization, uuids: readonly string[]): Promise<void> {
    const distinct = [...new Set(uuids)];
    const isOfAnother = (owner: string) => owner !== organization.id;
    if ([...(await this.rows.owners(distinct)).values()].some(isOfAnother)) throw new RealmIsOfAnother();
    // Another organization may have been faster just now.
    if ([...(await this.rows.bind(distinct, organization.id)).values()].some(isOfAnother)) throw new RealmIsOfAnother();
  }

  /** @throws RealmIsUnknown, RealmIsOfAnother */
  async assertOf(organization: Organization, uuid: string): Promise<void> {
    const owner = (await this.rows.owners([uuid])).get(uuid);
    if (owner === undefined) throw new RealmIsUnknown();
    if (owner !== organization.id) throw new RealmIsOfAnother();
  }
}
