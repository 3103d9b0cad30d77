import type { OrganizationId } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OwnersWouldBeLockedOut } from '../errors';
import type { Organization } from '../records/organization';

/** What is about to be switched off. */
export interface DisabledLogins {
  readonly passwords?: boolean;
  /** The id of an identity provider. */
  readonly providerId?: number;
}

/** Whether an active owner can log in without a password, by something else than what is being closed. */
type Way = (organizationId: OrganizationId, closing: DisabledLogins) => Promise<boolean>;

/** The ways in for owners. One must stay. The context of logins registers its own in `onModuleInit`. */
@Injectable()
export class OwnerLoginMethods {
  private readonly ways: Way[] = [];

  constructor(private readonly config: Config) {}

  add(way: Way): void {
    this.ways.push(way);
  }

  /** The caller's transaction holds the organization's lock. @throws OwnersWouldBeLockedOut */
  async assertOneStays(
    { id, settings }: Pick<Organization, 'id' | 'settings'>,
    closing: DisabledLogins,
  ): Promise<void> {
    const { Email: takesPasswords, Dev: takesDevelopers } = settings.authenticationMethods;
    if (takesPasswords && !closing.passwords) return;
    if (takesDevelopers && this.config.devLogin) return;
    for (const way of this.ways) if (await way(id, closing)) return;
    throw new OwnersWouldBeLockedOut();
  }
}
