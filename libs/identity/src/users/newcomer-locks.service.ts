import type { OrganizationId } from '@app/kernel';
import type { Lock } from '@app/platform';
import { Injectable } from '@nestjs/common';

type Source = (organizationId: OrganizationId) => Promise<readonly Lock[]>;

/**
 * Which locks the transaction that creates an account takes besides the organization's, so that reactions to
 * `UserCreated` find them held: a newcomer joins channels, and locks can only be taken by a transaction's first
 * statement. Contexts above add their sources in `onModuleInit`. What a source answers may only change under the
 * organization's lock: it is asked once before the transaction and once inside.
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
