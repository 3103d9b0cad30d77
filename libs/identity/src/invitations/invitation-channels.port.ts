import type { ChannelId } from '@app/kernel';
import { Actor, Lock, lock } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** @throws when one of them does not exist for the actor, is archived, or is none that the actor may add others to */
type Check = (actor: Actor, channelIds: readonly number[]) => Promise<void>;

/** Gives access to the channels of invitations. The channels context registers its implementation in `onModuleInit`. */
@Injectable()
export class InvitationChannels {
  private readonly checks: Check[] = [];

  implementedBy(check: Check): void {
    this.checks.push(check);
  }

  /** @throws what channels throws */
  async assertMayInviteTo(actor: Actor, channelIds: readonly number[]): Promise<void> {
    if (channelIds.length === 0) return;
    for (const check of this.checks) await check(actor, channelIds);
  }

  /** The locks that the transaction of the acceptance needs, so that the new user can join the channels. */
  locksOf(channelIds: readonly ChannelId[]): Lock[] {
    return channelIds.map((id) => lock.channel(id));
  }
}
