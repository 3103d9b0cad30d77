import { MutedUsers, Organizations, PersonalSettingsReadings } from '@app/identity';
import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReadReceiptsAreDisabled } from '../errors';
import { ReadReceiptRepository } from './read-receipt.repository';
import { Messages } from '../messages/messages.service';

/** Who has read a message (docs/protocol/reactions.md). */
@Injectable()
export class ReadReceipts {
  constructor(
    private readonly messages: Messages,
    private readonly rows: ReadReceiptRepository,
    private readonly organizations: Organizations,
    private readonly settings: PersonalSettingsReadings,
    private readonly mutedUsers: MutedUsers,
  ) {}

  /**
   * Without its sender, users who hide read receipts, and users who mute the actor or are muted by the actor; ascending.
   * @throws MessageIsInvalid, ReadReceiptsAreDisabled
   */
  async of(actor: Actor, messageId: number): Promise<UserId[]> {
    const { message } = await this.messages.get(actor, messageId);
    const { settings } = await this.organizations.cached(actor);
    if (!settings.enableReadReceipts) throw new ReadReceiptsAreDisabled();
    const [readers, estranged] = await Promise.all([
      this.rows.readersOf(message.id),
      this.mutedUsers.estrangedFrom(actor),
    ]);
    const shown = readers.filter((id) => id !== message.senderId && !estranged.has(id));
    return this.settings.showingWhatTheyRead(actor.organizationId, shown);
  }
}
