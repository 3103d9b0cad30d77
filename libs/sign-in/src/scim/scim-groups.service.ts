import { ManagedGroups, PermissionGraph, Permissions } from '@app/identity';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import type { Described } from './protocol/scim-filter-match';
import { ListQuery, pageOf } from './protocol/scim-list';
import { ScimGroupObject, ScimObjectRepository } from './scim-object.repository';
import { numberIn, ScimResource, shown } from './protocol/scim-resources';
import { resourceIsUnknown } from './protocol/scim.errors';

/** The groups that a provider has written. People cannot change their names and members. */
@Injectable()
export class ScimGroups implements OnModuleInit {
  constructor(
    private readonly rows: ScimObjectRepository,
    private readonly permissions: Permissions,
    private readonly managed: ManagedGroups,
  ) {}

  onModuleInit(): void {
    const managerOf = this.rows.managerOf.bind(this.rows);
    this.managed.add(managerOf, { isWriter: true });
  }

  async list(
    provider: IdentityProvider,
    query: ListQuery,
    base: string,
  ): Promise<{ total: number; page: ScimResource[] }> {
    const objects = await this.rows.groups(provider.id);
    const graph = await this.permissions.current(provider.organizationId);
    const known = await this.knownIn(provider, objects, graph);
    return pageOf(
      objects.map((object) => shownGroup(object, graph, known, base)),
      query,
    );
  }

  /** @throws ScimError */
  async get(provider: IdentityProvider, id: string, base: string): Promise<ScimResource> {
    const object = await this.present(provider, id);
    const graph = await this.permissions.current(provider.organizationId);
    return shownGroup(object, graph, await this.knownIn(provider, [object], graph), base);
  }

  /** @throws ScimError */
  async present(provider: IdentityProvider, id: string): Promise<ScimGroupObject> {
    const number = numberIn(id);
    const object = number === null ? null : await this.rows.ofGroup(provider.id, number);
    if (!object || object.deletedAt !== null) throw resourceIsUnknown(id);
    return object;
  }

  private knownIn(
    provider: IdentityProvider,
    objects: readonly ScimGroupObject[],
    graph: PermissionGraph,
  ): Promise<ReadonlySet<number>> {
    const ids = new Set(objects.flatMap(({ groupId }) => graph.group(groupId)!.members));
    return this.rows.known(provider.id, [...ids]);
  }
}

/** Members whom the provider has deleted are not shown. */
function shownGroup(
  object: ScimGroupObject,
  graph: PermissionGraph,
  known: ReadonlySet<number>,
  base: string,
): ScimResource {
  const { name: displayName, members: ids } = graph.group(object.groupId)!;
  const members = ids.flatMap((id): Described[] =>
    known.has(id) ? [{ value: String(id), $ref: `${base}/scim/v2/Users/${id}`, type: 'User' }] : [],
  );
  return shown('Group', object.groupId, object, { ...object.resource, displayName, members }, base);
}
