import { Channels, Spectators } from '@app/channels';
import type { ChannelId } from '@app/kernel';
import { Actor, CredentialsAreMissing } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NewestInTopic, Topic, TopicRepository, WantedTopic } from './topic.repository';

/** The topics of channels (docs/protocol/topics.md). */
@Injectable()
export class Topics {
  constructor(
    private readonly topics: TopicRepository,
    private readonly channels: Channels,
    private readonly spectators: Spectators,
  ) {}

  /**
   * Those that have a message which the actor may read, newest first; each under the spelling of the newest of them.
   * @throws ChannelIdIsInvalid for an unknown channel and for one whose content the actor may not read
   */
  async list(actor: Actor, channelId: ChannelId): Promise<Topic[]> {
    const { history } = await this.channels.get(actor, channelId);
    return history === 'all' ? this.topics.all(channelId) : this.topics.received(channelId, actor.userId);
  }

  /** The newest message of each of the topics that the actor may read; topics without one are absent. One statement. */
  newestIn({ userId }: Actor, wanted: readonly WantedTopic[]): Promise<NewestInTopic[]> {
    return this.topics.newestIn(userId, wanted);
  }

  /**
   * As `list`, for spectators.
   * @throws CredentialsAreMissing alike for whatever is not theirs to see, OrganizationIsUnknown
   */
  async listForSpectator(host: string, channelId: ChannelId): Promise<Topic[]> {
    if (!(await this.spectators.mayRead(host, channelId))) throw new CredentialsAreMissing();
    return this.topics.all(channelId);
  }
}
