import { DirectoryGroupMembers, DirectoryGroups, NewUserGroups, Permissions, UserGroups } from '@app/identity';
import type { UserGroupId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import type { ScimGroup } from './scim-group';
import { ScimGroupObject, ScimObjectRepository } from './scim-object.repository';
import { assertMatches } from './protocol/scim-resources';
import { invalidValue, resourceIsUnknown } from './protocol/scim.errors';

/** Members that one transaction changes: it takes about 50 ms. */
const AT_ONCE = 500;

interface MemberChange {
  readonly add: readonly UserId[];
  readonly remove: readonly UserId[];
}

/**
 * Changes of groups by the provider that wrote them. Members change in transactions of their own, a few hundred in each.
 * A request that is interrupted is completed by the same request.
 */
@Injectable()
export class ScimGroupChanges {
  constructor(
    private readonly rows: ScimObjectRepository,
    private readonly userGroups: UserGroups,
    private readonly newGroups: NewUserGroups,
    private readonly groups: DirectoryGroups,
    private readonly members: DirectoryGroupMembers,
    private readonly permissions: Permissions,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Makes a user group. One that the provider has deleted comes back.
   * @throws ScimError, UserGroupNameIsInvalid, UserGroupNameIsTaken
   */
  async create(provider: IdentityProvider, wanted: ScimGroup): Promise<UserGroupId> {
    await this.assertKnown(provider, wanted.memberIds);
    const { organizationId } = provider;
    const groupId = await this.transactions.run([lock.organization(organizationId)], async () => {
      const deleted = await this.deletedAs(provider, wanted.displayName);
      if (deleted) {
        await this.rows.update(provider.id, deleted, { ...storedGroup(wanted), isDeactivated: false });
        await this.groups.setActive(organizationId, deleted.groupId, true);
        return deleted.groupId;
      }
      const id = await this.newGroups.createForDirectory(organizationId, wanted.displayName, '');
      await this.rows.insert(provider.id, { userId: null, groupId: id }, storedGroup(wanted));
      return id;
    });
    await this.changeMembers(provider, groupId, await this.difference(provider, groupId, wanted.memberIds));
    return groupId;
  }

  /**
   * @param former the group that a PATCH began with: who comes or goes meanwhile stays so; `null`: the present one
   * @throws ScimError, UserGroupNameIsInvalid, UserGroupNameIsTaken
   */
  async change(
    provider: IdentityProvider,
    groupId: UserGroupId,
    condition: string | null,
    wanted: ScimGroup,
    former: ScimGroup | null,
  ): Promise<void> {
    const difference = former
      ? between(former.memberIds as UserId[], wanted.memberIds as UserId[])
      : await this.difference(provider, groupId, wanted.memberIds);
    await this.assertKnown(provider, difference.add);
    await this.transactions.run([lock.organization(provider.organizationId)], async () => {
      const object = await this.rows.ofGroup(provider.id, groupId);
      if (!object || object.deletedAt !== null) throw resourceIsUnknown(String(groupId));
      assertMatches(condition, object.version);
      await this.groups.rename(provider.organizationId, groupId, wanted.displayName);
      await this.rows.update(provider.id, object, { ...storedGroup(wanted), isDeactivated: false });
    });
    await this.changeMembers(provider, groupId, difference);
  }

  /** Empties the group. It is deactivated unless a setting names it; then it becomes one that people manage. */
  async remove(
    provider: IdentityProvider,
    { groupId, version }: ScimGroupObject,
    condition: string | null,
  ): Promise<void> {
    assertMatches(condition, version);
    await this.changeMembers(provider, groupId, await this.difference(provider, groupId, []));
    await this.transactions.run([lock.organization(provider.organizationId)], async () => {
      await this.groups.setActive(provider.organizationId, groupId, false);
      await this.rows.remove(provider.id, { userId: null, groupId }, false);
    });
  }

  /** Takes a user out of all groups of the provider. */
  async leaveAll(provider: IdentityProvider, userId: UserId): Promise<void> {
    const objects = await this.rows.groups(provider.id);
    const graph = await this.permissions.current(provider.organizationId);
    for (const { groupId } of objects)
      if (graph.group(groupId)?.members.includes(userId))
        await this.changeMembers(provider, groupId, { add: [], remove: [userId] });
  }

  private async deletedAs({ id, organizationId }: IdentityProvider, name: string): Promise<ScimGroupObject | null> {
    const namesakes = await this.userGroups.findMentioned(organizationId, [name]);
    const namesake = namesakes.find((group) => group.name === name);
    const object = namesake ? await this.rows.ofGroup(id, namesake.id) : null;
    return object?.deletedAt ? object : null;
  }

  private async difference(
    { organizationId }: IdentityProvider,
    groupId: UserGroupId,
    ids: readonly number[],
  ): Promise<MemberChange> {
    const present = (await this.permissions.current(organizationId)).group(groupId)?.members ?? [];
    return between(present, ids as UserId[]);
  }

  private async changeMembers(
    { organizationId }: IdentityProvider,
    groupId: UserGroupId,
    { add, remove }: MemberChange,
  ): Promise<void> {
    for (let at = 0; at < Math.max(add.length, remove.length); at += AT_ONCE) {
      const part = { add: add.slice(at, at + AT_ONCE), remove: remove.slice(at, at + AT_ONCE) };
      await this.members.change(organizationId, groupId, part);
    }
  }

  private async assertKnown(provider: IdentityProvider, ids: readonly number[]): Promise<void> {
    const known: ReadonlySet<number> = await this.rows.known(provider.id, ids);
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw invalidValue(`There is no user ${unknown}`);
  }
}

function between(before: readonly UserId[], after: readonly UserId[]): MemberChange {
  const [were, are] = [new Set(before), new Set(after)];
  return { add: after.filter((id) => !were.has(id)), remove: before.filter((id) => !are.has(id)) };
}

const storedGroup = ({ externalId }: ScimGroup) => ({
  nameKey: null,
  externalId,
  resource: externalId === null ? {} : { externalId },
});
