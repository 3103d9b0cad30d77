import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Audience } from '../records/audience';
import type { LogEntry } from '../records/log-entry';
import { Registry } from '../event-log/registry.service';
import type { QueueControlPayload } from './queue-control.service';
import type { QueueViewer } from '../records/queue-options';
import type { ResidentQueue } from './resident-queue';

/** The queues in this node's memory, and which of them receive an entry of the log. */
@Injectable()
export class ResidentQueues {
  private readonly queues = new Map<string, ResidentQueue>();
  private readonly ofUser = new Map<OrganizationId, Map<UserId, Set<ResidentQueue>>>();
  private readonly ofOrganization = new Map<OrganizationId, Set<ResidentQueue>>();
  /** Queues that receive more than their user's own messages. */
  private readonly wide = new Map<OrganizationId, Set<ResidentQueue>>();

  constructor(private readonly registry: Registry) {}

  find(queueId: string): ResidentQueue | undefined {
    return this.queues.get(queueId);
  }

  get size(): number {
    return this.queues.size;
  }

  /** The approximate memory of all queues, and of the user with the most, in bytes. */
  get bytes(): { all: number; mostOfAUser: number } {
    let all = 0;
    let mostOfAUser = 0;
    for (const users of this.ofUser.values())
      for (const queues of users.values()) {
        let own = 0;
        for (const queue of queues) own += queue.bytes;
        all += own;
        mostOfAUser = Math.max(mostOfAUser, own);
      }
    return { all, mostOfAUser };
  }

  all(): Iterable<ResidentQueue> {
    return this.queues.values();
  }

  add(queue: ResidentQueue): void {
    const { queueId, userId, organizationId, options } = queue.viewer;
    this.queues.set(queueId, queue);
    const users = this.ofUser.get(organizationId) ?? new Map<UserId, Set<ResidentQueue>>();
    addTo(users, userId, queue);
    this.ofUser.set(organizationId, users);
    addTo(this.ofOrganization, organizationId, queue);
    if (options.isWide) addTo(this.wide, organizationId, queue);
  }

  remove(queue: ResidentQueue): void {
    const { queueId, userId, organizationId } = queue.viewer;
    if (this.queues.get(queueId) === queue) this.queues.delete(queueId);
    const users = this.ofUser.get(organizationId);
    if (users) removeFrom(users, userId, queue);
    if (users?.size === 0) this.ofUser.delete(organizationId);
    removeFrom(this.ofOrganization, organizationId, queue);
    removeFrom(this.wide, organizationId, queue);
  }

  /** The queue no longer receives messages of channels to which its user is not subscribed. */
  confine(queue: ResidentQueue): void {
    removeFrom(this.wide, queue.viewer.organizationId, queue);
    queue.viewer = { ...queue.viewer, options: { ...queue.viewer.options, isWide: false } };
  }

  /** As a list, made without generators, because it is made for each entry and may be long. */
  audienceOf({ audience, organizationId }: LogEntry): ResidentQueue[] {
    if (audience.to === 'organization') return this.everybodyBut(organizationId, audience.except);
    const reached: ResidentQueue[] = [];
    if (audience.to === 'users') this.addQueuesOf(reached, organizationId, audience.ids);
    else this.addRuled(reached, organizationId, audience);
    return reached;
  }

  private everybodyBut(organizationId: OrganizationId, except: readonly UserId[]): ResidentQueue[] {
    const all = [...(this.ofOrganization.get(organizationId) ?? [])];
    if (except.length === 0) return all;
    const excluded = new Set(except);
    return all.filter(({ viewer }) => !excluded.has(viewer.userId));
  }

  private addQueuesOf(reached: ResidentQueue[], organizationId: OrganizationId, ids: readonly UserId[]): void {
    const users = this.ofUser.get(organizationId);
    if (!users) return;
    for (const id of ids) {
      const own = users.get(id);
      if (own) for (const queue of own) reached.push(queue);
    }
  }

  private addRuled(
    reached: ResidentQueue[],
    organizationId: OrganizationId,
    { rule, of }: Audience & { to: 'rule' },
  ): void {
    const index = this.registry.indexes.get(rule);
    const local = this.ofOrganization.get(organizationId) ?? new Set();
    const wide = index && of.isPublic ? this.wide.get(organizationId) : undefined;
    if (wide) for (const queue of wide) reached.push(queue);
    const members = index && fewerThan(index.members(of), local.size);
    if (members) {
      const others: ResidentQueue[] = wide ? [] : reached;
      this.addQueuesOf(others, organizationId, members);
      if (wide) for (const queue of others) if (!wide.has(queue)) reached.push(queue);
      return;
    }
    // With few clients on the node, iterates over those instead of all members of a large channel.
    for (const queue of local)
      if (!wide?.has(queue) && (!index || index.includes(of, queue.viewer.userId))) reached.push(queue);
  }

  /** Whether the viewer receives an entry. Used when a queue is rebuilt from the log. */
  reaches({ audience, organizationId }: LogEntry, viewer: QueueViewer): boolean {
    if (organizationId !== viewer.organizationId) return false;
    if (audience.to === 'users') return audience.ids.includes(viewer.userId);
    if (audience.to === 'organization') return !audience.except.includes(viewer.userId);
    const index = this.registry.indexes.get(audience.rule);
    return (
      (viewer.options.isWide && audience.of.isPublic) ||
      index === undefined ||
      index.includes(audience.of, viewer.userId)
    );
  }

  /** The queues to which a control entry applies, as a copy. */
  concernedBy(organizationId: OrganizationId, { userId, queueId }: QueueControlPayload): ResidentQueue[] {
    if (queueId) return [this.queues.get(queueId)].filter((queue) => queue !== undefined);
    const concerned =
      userId === null ? this.ofOrganization.get(organizationId) : this.ofUser.get(organizationId)?.get(userId);
    return [...(concerned ?? [])];
  }
}

/** `null`: there are more. */
function fewerThan(members: Iterable<UserId>, limit: number): UserId[] | null {
  const some: UserId[] = [];
  for (const member of members) {
    if (some.length > limit) return null;
    some.push(member);
  }
  return some;
}

function addTo<K>(sets: Map<K, Set<ResidentQueue>>, key: K, queue: ResidentQueue): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(queue));
}

function removeFrom<K>(sets: Map<K, Set<ResidentQueue>>, key: K, queue: ResidentQueue): void {
  const set = sets.get(key);
  set?.delete(queue);
  if (set?.size === 0) sets.delete(key);
}
