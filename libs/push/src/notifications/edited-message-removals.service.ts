import type { DomainEvents } from '@app/kernel';
import { Addressees, PushCandidates } from '@app/messaging';
import { Injectable } from '@nestjs/common';
import { PushShownRepository } from './push-shown.repository';

/** Removes notifications from devices when the reason for them is gone, whether or not the message is read. */
@Injectable()
export class EditedMessageRemovals {
  constructor(
    private readonly shown: PushShownRepository,
    private readonly addressees: Addressees,
    private readonly candidates: PushCandidates,
  ) {}

  /**
   * For an edited message: removes the notifications of users who would not be notified of its new version.
   * @returns the number of these users
   */
  async removeFromThoseLeftOut({ organizationId, messageId }: DomainEvents['MessageEdited']): Promise<number> {
    await this.candidates.hold(messageId);
    const told = new Set(await this.shown.usersOf(messageId));
    if (told.size === 0) return 0;
    const messages = await this.addressees.messages([messageId]);
    const addressed = await this.addressees.of('push', organizationId, messages);
    const among = addressed.filter(({ userId }) => told.has(userId));
    for (const { userId } of await this.addressees.wanting('push', organizationId, among, messages))
      told.delete(userId);
    await this.shown.removeOrPrevent(Array.from(told, (userId) => ({ userId, messageId, organizationId })));
    return told.size;
  }
}
