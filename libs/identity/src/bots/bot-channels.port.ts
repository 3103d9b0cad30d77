import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** What this context needs from channels for bots. */
interface Implementation {
  /** Finds a channel by name, ignoring case; `null`: the actor may read no channel of that name. */
  find(actor: Actor, name: string): Promise<ChannelId | null>;
  /** Current names. Unknown channels are left out. */
  namesOf(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>>;
}

/**
 * Gives access to the default channels of bots. The channels context registers its implementation in `onModuleInit`.
 */
@Injectable()
export class BotChannels {
  private implementation: Implementation | null = null;

  implementedBy(implementation: Implementation): void {
    this.implementation = implementation;
  }

  async find(actor: Actor, name: string): Promise<ChannelId | null> {
    return this.implementation?.find(actor, name) ?? null;
  }

  async namesOf(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>> {
    return ids.length === 0 || !this.implementation ? new Map() : this.implementation.namesOf(organizationId, ids);
  }
}
