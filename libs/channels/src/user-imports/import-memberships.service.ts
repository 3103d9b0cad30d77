import { GroupContents, Users } from '@app/identity';
import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Policies } from '../access/policies.service';
import { Subscribers } from '../memberships/subscribers.service';
import { ChannelRepository } from '../records/channel.repository';
import type { NamedTarget, ImportStep } from './import-plan';

/** Groups and channels of imported people. An import only adds people to them. */
@Injectable()
export class ImportMemberships {
  constructor(
    private readonly groups: GroupContents,
    private readonly users: Users,
    private readonly policies: Policies,
    private readonly channels: ChannelRepository,
    private readonly subscribers: Subscribers,
  ) {}

  /** The caller's transaction holds the locks of the organization and of the channels. */
  async join(actor: Actor, steps: readonly ImportStep[], userIdOf: (step: ImportStep) => UserId): Promise<void> {
    const ofGroups = peopleOf(steps, ({ groups }) => groups, userIdOf);
    for (const [groupId, add] of ofGroups)
      await this.groups.change(actor, groupId, { add, remove: [], addSubgroups: [], removeSubgroups: [] });
    const ofChannels = peopleOf(steps, ({ channels }) => channels, userIdOf);
    if (ofChannels.size === 0) return;
    const policy = await this.policies.current(actor.organizationId);
    const channels = await this.channels.list(actor.organizationId, actor.userId, [...ofChannels.keys()]);
    for (const channel of channels) {
      const users = await this.users.byIds(actor.organizationId, ofChannels.get(channel.id)!);
      await this.subscribers.join({ policy, channels: [channel], users: [...users.values()], actorId: actor.userId });
    }
  }
}

function peopleOf<Id>(
  steps: readonly ImportStep[],
  placesIn: (step: ImportStep) => readonly NamedTarget<Id>[],
  userIdOf: (step: ImportStep) => UserId,
): Map<Id, UserId[]> {
  const people = new Map<Id, UserId[]>();
  for (const step of steps) {
    for (const { id } of placesIn(step)) people.set(id, [...(people.get(id) ?? []), userIdOf(step)]);
  }
  return people;
}
