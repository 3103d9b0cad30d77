import { GuestVisibility, MutedUsers, placeholderEmail, unknownPerson } from '@app/identity';
import type { UserId } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { accountOf, senderOf } from '../message-views/message-object.client-events';
import type { PreparedMessage } from './message-preparation.service';
import type { SentMessage } from './message.client-events';

/** Which guests may see the sender of a message, and which users have muted the sender. */
@Injectable()
export class SenderVisibility {
  constructor(
    private readonly guestVisibility: GuestVisibility,
    private readonly mutedUsers: MutedUsers,
    private readonly config: Config,
  ) {}

  /**
   * Further users for whom the message is read. Nodes of the version before tell it as this says; others look it up
   * when they tell the message.
   */
  async muterIds({ actor }: PreparedMessage, readByIds: readonly UserId[]): Promise<readonly UserId[]> {
    return (await this.mutedUsers.mutersOf(actor)).filter((id) => !readByIds.includes(id));
  }

  /** The guests who may not see the sender, if there are any, and the sender as they see it. */
  async guestsNotSeeing({ actor, organization }: PreparedMessage): Promise<Pick<SentMessage, 'strangers'>> {
    const sender = accountOf(actor);
    const ids = await this.guestVisibility.guestsNotSeeing(organization, sender);
    if (ids.length === 0) return {};
    return {
      strangers: { ids, sender: senderOf(unknownPerson(sender, placeholderEmail(sender.id, this.config.emailDomain))) },
    };
  }
}
