import type { OrganizationId } from '@app/kernel';
import type { Lock } from '@app/platform';
import { Injectable } from '@nestjs/common';

type Source = (organizationId: OrganizationId) => Promise<readonly Lock[]>;

/**
 * The locks that the transaction of a new account takes in addition to the organization's. Handlers of `UsersCreated`
 * subscribe the new user to channels and need these locks, and a transaction can take locks only in its first
 * statement. Higher contexts register sources in `onModuleInit`. A source is read once before the transaction and once
 * inside it, so its answer may change only under the organization's lock.
 */
@Injectable()
export class NewcomerLocks {
  private readonly sources: Source[] = [];

  add(source: Source): void {
    this.sources.push(source);
  }

  async of(organizationId: OrganizationId): Promise<readonly Lock[]> {
    const locks: Lock[] = [];
    for (const source of this.sources) locks.push(...(await source(organizationId)));
    return locks;
  }
}
