import type { GroupSetting } from '@parley/client';
import type { Person } from '../../store/people';
import type { Store } from '../../store/store';

/** What happens to others when an account is deactivated. */
export interface Consequences {
  /** Names of bots that are deactivated, too. */
  readonly bots: readonly string[];
  /** Names of channels and groups that the user administers by name, and not through a role. */
  readonly channels: readonly string[];
  readonly groups: readonly string[];
}

export function consequencesOf(store: Store, { user_id: id }: Person): Consequences {
  const active = store.people.users.all().filter(({ accountState }) => accountState === 'active');
  return {
    bots: active.filter(({ is_bot, bot_owner_id }) => is_bot && bot_owner_id === id).map(({ full_name }) => full_name),
    channels: store.channels.all
      .all()
      .filter((channel) => !channel.is_archived && names(channel.can_administer_channel_group, id))
      .map(({ name }) => name),
    groups: store.people.groups
      .all()
      .filter((group) => !group.deactivated && names(group.can_manage_group, id))
      .map(({ name }) => name),
  };
}

const names = (setting: GroupSetting, userId: number): boolean =>
  typeof setting !== 'number' && setting.direct_members.includes(userId);
