import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { UserIdentity } from '../events';
import type { User } from '../records/user';
import { UserClientEvents } from '../user-changes/users.client-events';

/** Tells clients and other nouns that a user has another name or address. */
@Injectable()
export class IdentityClientEvents {
  constructor(
    private readonly clients: UserClientEvents,
    private readonly events: DomainEventBus,
  ) {}

  async tellName(before: User, after: User): Promise<void> {
    await this.clients.tellChange(after, { full_name: after.fullName });
    await this.raiseChanged(before, after);
  }

  async tellAddresses(before: User, after: User): Promise<void> {
    await this.clients.tellAddresses(before, after);
    await this.raiseChanged(before, after);
  }

  @Raises('UserChanged')
  private async raiseChanged(one: User, other: User): Promise<void> {
    const names = (['fullName', 'email', 'deliveryEmail'] as const).filter((name) => one[name] !== other[name]);
    if (names.length === 0) return;
    const pick = (user: User): Partial<UserIdentity> => Object.fromEntries(names.map((name) => [name, user[name]]));
    const { id: userId, organizationId } = one;
    await this.events.raise('UserChanged', { organizationId, userId, before: pick(one), after: pick(other) });
  }
}
