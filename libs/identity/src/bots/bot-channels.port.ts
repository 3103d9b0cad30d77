import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** What bots need to know of channels. */
interface Answers {
  /** The channel of that name, in any case; null: there is none that the actor may read. */
  find(actor: Actor, name: string): Promise<ChannelId | null>;
  /** Names as they are now; of unknown channels none. */
  namesOf(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>>;
}

/** Channels that bots use by default; the room of channels answers, from `onModuleInit` on. */
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
