import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { User } from '../records/user';
import type { Role } from '../roles/role';
import { UserRoles } from '../user-changes/user-roles.service';
import { Users } from '../users/users.service';
import { BotDirectory } from './bot-directory.service';
import { BotOwners } from './bot-owners.service';

/** Keeps the roles of bots within those of their owners. */
@Injectable()
export class BotRoles {
  constructor(
    private readonly users: Users,
    private readonly directory: BotDirectory,
    private readonly owners: BotOwners,
    private readonly roles: UserRoles,
  ) {}

  /** The owner's role became weaker, so the owner's bots get at most that role. */
  async weaken(organizationId: OrganizationId, ownerId: UserId, to: Role): Promise<void> {
    const bots = (await this.directory.ownedBy(organizationId, ownerId)).map(({ user }) => user);
    for (const bot of bots.filter(({ role }) => role < to)) await this.roles.set(organizationId, bot.id, to);
  }

  /** The bot gets at most the current role of its owner. */
  async confine({ id, organizationId }: User): Promise<void> {
    const bot = await this.users.get(organizationId, id);
    const owner = await this.owners.of(bot);
    if (owner && bot.role < owner.role) await this.roles.set(organizationId, id, owner.role);
  }
}
