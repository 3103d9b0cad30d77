import type { OrganizationId } from '@app/kernel';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { GroupContentsRepository } from '../records/group-contents.repository';
import { systemGroupMembers } from './user-group-object.client-events';

interface Lists {
  readonly version: string;
  /** By the name of the group. */
  readonly lists: ReadonlyMap<string, Buffer>;
}

/** The limit of organizations. Beyond it, the one that was not used for the longest time is removed. */
const MOST = 1_000;

/**
 * The ids of the direct members of system groups as JSON, which snapshots share until an account or a waiting period changes. A read runs
 * one small statement.
 */
@Injectable()
export class SystemGroupMembers {
  private readonly known = new LRUCache<OrganizationId, Lists>({ max: MOST });

  constructor(
    private readonly contents: GroupContentsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** As the open snapshot reads them, by the name of the group. Groups without direct members are absent. */
  async lists(organizationId: OrganizationId, waitingPeriodDays: number): Promise<ReadonlyMap<string, Buffer>> {
    const version = `${waitingPeriodDays} ${await this.contents.rolesVersion(organizationId)}`;
    const known = this.known.get(organizationId);
    if (known?.version === version) return known.lists;
    const members = systemGroupMembers(await this.contents.roles(organizationId, waitingPeriodDays));
    const lists = new Map(Array.from(members, ([name, ids]) => [name, Buffer.from(JSON.stringify(ids))]));
    // What both statements have read belongs to one version only in a snapshot.
    if (this.transactions.open?.isSnapshot) this.known.set(organizationId, { version, lists });
    return lists;
  }
}
