import { GuestVisibility, placeholderEmail, unknownPerson } from '@app/identity';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { senderOf } from '../message-views/message-object.client-events';
import type { PreparedMessage } from './message-preparation.service';
import type { SentMessage } from './message.client-events';

/** Who may know of the sender of a message. */
@Injectable()
export class SenderVisibility {
  constructor(
    private readonly guestVisibility: GuestVisibility,
    private readonly config: Config,
  ) {}

  /** Guests who may not know of the sender, if there are such, and what stands for it before them. */
  async guestsNotSeeing({ actor, organization }: PreparedMessage): Promise<Pick<SentMessage, 'strangers'>> {
    const sender = { ...actor, id: actor.userId };
    const ids = await this.guestVisibility.guestsNotSeeing(organization, sender);
    if (ids.length === 0) return {};
    return {
      strangers: { ids, sender: senderOf(unknownPerson(sender, placeholderEmail(sender.id, this.config.emailDomain))) },
    };
  }
}
