import { useClient } from '../../app/client';
import type { ChannelProperty } from '../../server/settings/settings';
import type { KnownChannel } from '../../store/channels';
import { useSaving } from '../saving';
import { wordsOf } from '../words';

/** What each channel may have otherwise, with the setting for all of them. */
export const NOTICES = {
  is_muted: null,
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

const isNotice = (property: string): property is keyof typeof NOTICES => property in NOTICES;

/** A choice of the user for one channel, which changes it for no other user. */
export function useOwnChannel(channel: KnownChannel, property: ChannelProperty | 'color') {
  const { store, settings } = useClient();
  const { stream_id: id } = channel;
  const general = isNotice(property) ? NOTICES[property] : null;
  const read = () =>
    (store.channels.all.get(id) ?? channel)[property] ??
    (general === null ? false : store.lists.get('user_settings')[general]);
  return useSaving(read, (next) => settings.changeChannel(id, property, next as boolean | string));
}

export const titleOf = (property: ChannelProperty | 'color'): string => wordsOf(`notice_${property}`) ?? property;
