import { assertNotGuest } from '@app/identity';
import { type ChannelId, single } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { checkedChannelName } from '../records/channel-name';
import { ChannelNameIsTaken } from '../errors';
import { assertIsReasonable } from '../subscriptions/request-size';
import { ChannelRepository } from '../records/channel.repository';
import { Descriptions } from '../channels/descriptions.service';
import { ChannelCreation, NewChannelFields } from './channel-creation.service';
import { Policies } from '../access/policies.service';
import { PrincipalUsers } from '../subscriptions/principals.service';
import { Subscribers } from '../memberships/subscribers.service';

export interface ChannelCreationRequest {
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  /** Only these users are subscribed. The creator is not, unless listed. */
  readonly subscriberIds: readonly number[];
  readonly fields: NewChannelFields;
}

/** Creates one channel. Fails if the name is taken. */
@Injectable()
export class SingleChannelCreation {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
    private readonly principals: PrincipalUsers,
    private readonly channelCreation: ChannelCreation,
    private readonly descriptions: Descriptions,
    private readonly subscribers: Subscribers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The creator may subscribe any users (docs/protocol/channels.md). No message about it is sent to them.
   * @throws MustNotBeGuest, ChannelNameIsInvalid, ChannelNameIsTaken (409), UserIsUnknown, PrincipalIsDeactivated,
   * TooManySubscriptions, and what `ChannelCreation.plan` refuses
   */
  async create(actor: Actor, { name: written, description, subscriberIds, fields }: ChannelCreationRequest) {
    assertNotGuest(actor);
    await this.channelCreation.assertFieldsArePossible(actor, await this.policies.cached(actor), fields);
    const name = checkedChannelName(written);
    assertIsReasonable(1, subscriberIds.length);
    const wanted = await this.descriptions.render(actor, [{ name, description }]);
    return this.transactions.run([lock.organization(actor.organizationId)], async (): Promise<ChannelId> => {
      const { channelId } = single(await this.channels.resolve(actor.organizationId, [name]));
      if (channelId !== null) throw new ChannelNameIsTaken(name);
      const policy = await this.policies.current(actor.organizationId);
      const settings = await this.channelCreation.plan(actor, policy, fields);
      const users = subscriberIds.length > 0 ? await this.principals.find(actor, subscriberIds) : [];
      const options = { subscribers: this.subscribers.atOnce(users, 1), announce: fields.announce };
      const channel = single(await this.channelCreation.create(policy, settings, wanted, options));
      await this.subscribers.join({
        policy,
        channels: [channel],
        users,
        created: new Set([channel.id]),
        actorId: actor.userId,
      });
      return channel.id;
    });
  }
}
