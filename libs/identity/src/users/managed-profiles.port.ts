import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { NameIsManaged } from '../records/account.errors';

/** What identity providers decide of a profile. */
export interface ManagedParts {
  /** The name of the provider that decides the full name; `null`: people do. */
  readonly name: string | null;
  /** The names of the providers, by the names of custom profile fields in lower case. */
  readonly fields: ReadonlyMap<string, string>;
}

type PartsOf = (organizationId: OrganizationId, userId: UserId) => Promise<ManagedParts>;

const NOTHING: ManagedParts = { name: null, fields: new Map() };

/**
 * Names and profile fields that a company directory decides. People cannot change these. The context of logins
 * registers its implementation in `onModuleInit`.
 */
@Injectable()
export class ManagedProfiles {
  private partsOf: PartsOf = () => Promise.resolve(NOTHING);

  implementedBy(partsOf: PartsOf): void {
    this.partsOf = partsOf;
  }

  of(organizationId: OrganizationId, userId: UserId): Promise<ManagedParts> {
    return this.partsOf(organizationId, userId);
  }

  /** @throws NameIsManaged */
  async assertNameIsFree(organizationId: OrganizationId, userId: UserId): Promise<void> {
    const { name } = await this.of(organizationId, userId);
    if (name !== null) throw new NameIsManaged(name);
  }
}
