import type { UserId } from '@app/kernel';
import type { Audience } from '@app/realtime';
import type { Channel } from '../records/channel';

/** A channel with its subscribers after the change, and the users who joined or left. */
export interface ChangedSubscribers {
  channel: Channel;
  subscriberIds: readonly UserId[];
  changedIds: readonly UserId[];
}

interface Audiences {
  of(channel: Channel, subscriberIds: readonly UserId[], except: readonly UserId[]): Audience;
}

/** Public channels with the same change and the same viewers share an event. Each private channel has its own. */
export function peerGroups(changed: readonly ChangedSubscribers[], audiences: Audiences, withoutChanged: boolean) {
  const groups = new Map<string, { audience: Audience; items: Channel[]; userIds: readonly UserId[] }>();
  for (const { channel, subscriberIds, changedIds } of changed) {
    const audience = audiences.of(channel, subscriberIds, withoutChanged ? changedIds : []);
    if (audience.to === 'users' && audience.ids.length === 0) continue;
    const key = `${channel.isPrivate ? channel.id : ''}:${changedIds.join()}:${JSON.stringify(audience)}`;
    const group = groups.get(key) ?? { audience, items: [], userIds: changedIds };
    group.items.push(channel);
    groups.set(key, group);
  }
  return [...groups.values()];
}
