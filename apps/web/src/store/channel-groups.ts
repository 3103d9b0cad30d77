import type { ChannelFolder } from '@parley/client';
import type { KnownChannel } from './channels';
import type { Store } from './store';

/** Channels that stand together in the sidebar. */
export interface ChannelGroup {
  readonly kind: 'pinned' | 'folder' | 'rest';
  readonly folder: ChannelFolder | null;
  readonly channels: readonly KnownChannel[];
  /** Those in which nothing was written for long, where the user wants them apart. */
  readonly inactive: readonly KnownChannel[];
}

/** The setting of the user; the third value is never. */
const DEMOTES = { whereThereAreMany: 1, always: 2 };
const MANY = 30;

/** The channels of the user, or all for spectators: pinned ones, folders in their order, then the rest. None is empty. */
export function channelGroups(store: Store): ChannelGroup[] {
  const settings = store.lists.get('user_settings');
  const channels = store.channels.all
    .all()
    .filter(
      ({ subscriptionState, is_archived }) => (subscriptionState === 'subscribed' || store.isSpectator) && !is_archived,
    )
    .sort((one, other) => one.name.localeCompare(other.name));
  const folders = settings.web_left_sidebar_show_channel_folders
    ? store.channels.folders
        .all()
        .filter(({ is_archived }) => !is_archived)
        .sort((one, other) => one.order - other.order)
    : [];
  const { demote_inactive_streams: setting } = settings;
  const demotes = setting === DEMOTES.always || (setting === DEMOTES.whereThereAreMany && channels.length >= MANY);
  const group = (kind: ChannelGroup['kind'], of: readonly KnownChannel[], folder: ChannelFolder | null = null) => {
    const isInactive = (one: KnownChannel): boolean => demotes && !one.is_recently_active && one.pin_to_top !== true;
    return { kind, folder, channels: of.filter((one) => !isInactive(one)), inactive: of.filter(isInactive) };
  };
  const others = channels.filter(({ pin_to_top }) => pin_to_top !== true);
  const known = new Set<number | null>(folders.map(({ id }) => id));
  const inFolder = (id: number) => others.filter(({ folder_id }) => folder_id === id);
  const groups = [
    group(
      'pinned',
      channels.filter(({ pin_to_top }) => pin_to_top === true),
    ),
    ...folders.map((folder) => group('folder', inFolder(folder.id), folder)),
    group(
      'rest',
      others.filter(({ folder_id }) => !known.has(folder_id)),
    ),
  ];
  return groups.filter((one) => one.channels.length + one.inactive.length > 0);
}

/** In the order of the sidebar. */
export const channelsInOrder = (store: Store): KnownChannel[] =>
  channelGroups(store).flatMap(({ channels, inactive }) => [...channels, ...inactive]);
