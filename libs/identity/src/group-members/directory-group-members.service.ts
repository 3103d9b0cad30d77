import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Permissions } from '../permissions/permissions.service';
import { UserGroups } from '../user-groups/user-groups.service';
import { GroupContentChanges } from './group-content-changes.service';
import { changedContents } from './group-contents';

const NOTHING_IS_WRONG = { isThereAlready: () => new Error(), isNotThere: () => new Error() };

/** Changes the members of user groups as a company directory describes them. */
@Injectable()
export class DirectoryGroupMembers {
  constructor(
    private readonly groups: UserGroups,
    private readonly contents: GroupContentChanges,
    private readonly permissions: Permissions,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Adds and removes users. Those who are in the group already, or are not in it, are no change.
   * @param ids users of the organization; a few hundred, since one transaction changes all
   * @throws UserGroupIsUnknown
   */
  async change(
    organizationId: OrganizationId,
    groupId: UserGroupId,
    ids: { add: readonly UserId[]; remove: readonly UserId[] },
  ): Promise<void> {
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const before = await this.permissions.current(organizationId);
      const group = await this.groups.get(organizationId, groupId, before);
      const node = before.group(groupId)!;
      const present = new Set(node.members);
      const added = ids.add.filter((id) => !present.has(id));
      const removed = ids.remove.filter((id) => present.has(id) && !ids.add.includes(id));
      if (added.length + removed.length === 0) return;
      const members = changedContents(node.members, added, removed, NOTHING_IS_WRONG);
      const subgroups = { ids: [...node.subgroups], added: [], removed: [] };
      await this.contents.apply({ organizationId, actorId: null, group, before, members, subgroups });
    });
  }
}
