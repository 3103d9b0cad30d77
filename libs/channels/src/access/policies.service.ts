import { Organization, Organizations, PermissionGraph, Permissions, Subject, User } from '@app/identity';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelAccess } from './access';

/** The access of all users to the channels of one organization, at one version of its permissions. */
export class ChannelPolicy {
  constructor(
    readonly organization: Organization,
    readonly graph: PermissionGraph,
  ) {}

  accessOf(subject: Subject): ChannelAccess {
    return new ChannelAccess(subject, this.graph, this.organization);
  }

  accessOfUser({ id, role, joinedAt }: Pick<User, 'id' | 'role' | 'joinedAt'>): ChannelAccess {
    return this.accessOf({ userId: id, role, joinedAt });
  }
}

/** Finds the policy for a request. */
@Injectable()
export class Policies {
  constructor(
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
  ) {}

  async cached(version: Pick<Actor, 'organizationId' | 'permissionVersion'>): Promise<ChannelPolicy> {
    const organization = await this.organizations.cached(version);
    return new ChannelPolicy(organization, await this.permissions.cached(version));
  }

  /** Reads in the open transaction or snapshot. For handlers of domain events, which have no actor, and for parts of /register. */
  async current(organizationId: Actor['organizationId']): Promise<ChannelPolicy> {
    const organization = await this.organizations.current(organizationId);
    return new ChannelPolicy(organization, await this.permissions.current(organizationId));
  }
}
