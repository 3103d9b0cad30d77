import type { ChannelId } from '@app/kernel';
import { Actor, Lock, lock } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** @throws when one of them does not exist for the actor, is archived, or is none that the actor may add others to */
type Check = (actor: Actor, channelIds: readonly number[]) => Promise<void>;

/** What invitations need to know of the channels that they lead to; channels answers, from `onModuleInit` on. */
@Injectable()
export class InvitationChannels {
  private readonly checks: Check[] = [];

  answeredBy(check: Check): void {
    this.checks.push(check);
  }

  /** @throws what channels throws */
  async assertMayInviteTo(actor: Actor, channelIds: readonly number[]): Promise<void> {
    if (channelIds.length === 0) return;
    for (const check of this.checks) await check(actor, channelIds);
  }

  /** What the transaction that accepts the invitation must hold, so that the newcomer can join those channels. */
  locksOf(channelIds: readonly ChannelId[]): Lock[] {
    return channelIds.map((id) => lock.channel(id));
  }
}
