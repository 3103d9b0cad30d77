import { Organizations } from '@app/identity';
import { ChannelId, Clock } from '@app/kernel';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MoveJobs } from '../moving/move-jobs.service';
import { readTopic } from '../topics/topic';
import { TopicResets } from '../user-topics/topic-resets.service';
import { Outcome, TopicBatches } from './topic-batches.service';

/** Deleting topics (docs/protocol/topics.md). */
@Injectable()
export class TopicDeletions {
  constructor(
    private readonly batches: TopicBatches,
    private readonly resets: TopicResets,
    private readonly moveJobs: MoveJobs,
    private readonly organizations: Organizations,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes the messages of a topic that the administrator can read, newest first. Each batch is committed and
   * announced separately, so its messages remain deleted whatever happens later. A running move of the topic is
   * finished first. `false`: the time limit was reached, and messages remain.
   * @throws MustBeAdministrator, ChannelIdIsInvalid also for an archived or unreadable channel
   */
  async delete(actor: Actor, channelId: ChannelId, written: string): Promise<boolean> {
    const { emptyTopicName } = await this.organizations.cached(actor);
    const place = { channelId, topic: readTopic(written.trim(), emptyTopicName) };
    const deadline = this.clock.now().getTime() + this.config.topicDeletionMs;
    for (let outcome: Outcome = 'more'; outcome !== 'done';) {
      if (!(await this.moveJobs.finishIn(place, deadline))) return false;
      outcome = await this.batches.delete(actor, place);
      if (outcome === 'more' && this.clock.now().getTime() >= deadline) return false;
    }
    await this.resets.reset(actor.organizationId, place);
    return true;
  }
}
