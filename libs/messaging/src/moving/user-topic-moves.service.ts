import { ChannelReadersAmong } from '@app/channels';
import { Organization } from '@app/identity';
import { Clock } from '@app/kernel';
import type { UserId } from '@app/kernel';
import { Lock, lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { TopicPlace } from '../topics/topic';
import { Visibility, VISIBILITY } from '../user-topics/user-topic';
import { policyAfterMove } from './user-topic-move';
import { UserTopicMoveRepository } from './user-topic-move.repository';
import { MoveLimits } from './move-limits.service';
import { MutedTopicsClientEvents } from '../user-topics/muted-topics.client-events';
import { UserTopicClientEvents } from '../user-topics/user-topic.client-events';

interface Step {
  readonly userId: UserId;
  readonly before: Visibility;
  readonly after: Visibility;
}

interface Batch {
  readonly isMerge: boolean;
  /** Users up to this one are done. */
  readonly afterUserId: number;
  readonly readersAmong: (userIds: readonly UserId[]) => Promise<ChannelReadersAmong>;
}

/** Topic policies move with a topic when all of it moves (docs/protocol/edits.md). */
@Injectable()
export class UserTopicMoves {
  constructor(
    private readonly rows: UserTopicMoveRepository,
    private readonly muted: MutedTopicsClientEvents,
    private readonly clients: UserTopicClientEvents,
    private readonly clock: Clock,
    private readonly limits: MoveLimits,
  ) {}

  /**
   * Users who have muted one of the topics receive a whole list, so these events must be in the order of the changes.
   */
  async locksFor(from: TopicPlace, to: TopicPlace, afterUserId = 0): Promise<Lock[]> {
    const policies = await this.rows.policies(from, to, afterUserId, this.limits.users);
    const muters = policies.filter((one) => one.from === VISIBILITY.muted || one.to === VISIBILITY.muted);
    return muters.map(({ userId }) => lock.user(userId));
  }

  /**
   * Moves one batch, in a transaction of the move that holds its locks.
   * @returns the last user of the batch if there may be more
   * @param readersAmong which users read the new place; users who lost access are not told the new name
   */
  async move(
    organization: Organization,
    from: TopicPlace,
    to: TopicPlace,
    { isMerge, afterUserId, readersAmong }: Batch,
  ): Promise<UserId | null> {
    const most = this.limits.users;
    const found = await this.rows.policies(from, to, afterUserId, most + 1);
    if (found.length === 0) return null;
    const policies = found.slice(0, most);
    const readers = await readersAmong(policies.map(({ userId }) => userId));
    const steps = policies.map(({ userId, from: fromPolicy, to: before }) => {
      const canRead = readers.reads.has(userId);
      const after = policyAfterMove({ from: fromPolicy, to: before, isMerge, canRead });
      return { userId, before, after };
    });
    const leaving = policies.filter((one) => one.from !== VISIBILITY.inherit);
    const changing = steps.filter(({ before, after }) => before !== after);
    const at = this.clock.seconds();
    const set = changing.filter(({ after }) => after !== VISIBILITY.inherit);
    await this.rows.forget(from, leaving.map(idOf));
    await this.rows.forget(to, changing.filter(({ after }) => after === VISIBILITY.inherit).map(idOf));
    await this.rows.set(
      to,
      set.map(({ userId, after }) => ({ userId, visibility: after })),
      at,
    );
    for (const { userId, fromTopic } of leaving) {
      this.tell(organization, userId, { ...from, topic: fromTopic! }, VISIBILITY.inherit, at);
    }
    for (const { userId, after } of changing) this.tell(organization, userId, to, after, at);
    const muters = new Set([
      ...leaving.filter((one) => one.from === VISIBILITY.muted).map(idOf),
      ...changing.filter(isOfMuted).map(idOf),
    ]);
    this.muted.tell(organization.id, [...muters], { emptyTopicName: organization.emptyTopicName });
    return found.length > most ? policies.at(-1)!.userId : null;
  }

  private tell(
    { id, emptyTopicName }: Organization,
    userId: UserId,
    { channelId, topic }: TopicPlace,
    visibility: Visibility,
    updatedAt: number,
  ): void {
    const userTopic = { channelId, topic, visibility, updatedAt };
    this.clients.tellChanged(id, userId, { userTopic, emptyTopicName });
  }
}

const idOf = ({ userId }: { userId: UserId }): UserId => userId;

const isOfMuted = ({ before, after }: Step): boolean => before === VISIBILITY.muted || after === VISIBILITY.muted;
