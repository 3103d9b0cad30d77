import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** What this context needs from channels for bots. */
interface Answers {
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
  private answers: Answers | null = null;

  answeredBy(answers: Answers): void {
    this.answers = answers;
  }

  async find(actor: Actor, name: string): Promise<ChannelId | null> {
    return this.answers?.find(actor, name) ?? null;
  }

  async namesOf(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>> {
    return ids.length === 0 || !this.answers ? new Map() : this.answers.namesOf(organizationId, ids);
  }
}
