import { Client, useClient } from '../app/client';
import type { OpenedChannelMenu } from '../app/dialogs';
import { copyLinkTo } from '../app/links';
import { t } from '../i18n';
import { idsOf, markRead } from '../inbox/marking';
import { channelNarrow } from '../links/narrow';
import type { KnownChannel } from '../store/channels';
import { Menu, MenuItem } from '../ui/Menu';
import { isLeftForGood, leaveChannel } from './leaving';

/** What the user can do with a channel of the sidebar, for the user alone. */
export function ChannelMenu({ opened: { channelId } }: { readonly opened: OpenedChannelMenu }) {
  const client = useClient();
  const channel = client.store.channels.all.get(channelId);
  return channel ? <Menu name={t.channelActions} items={itemsFor(client, channel)} /> : null;
}

function itemsFor(client: Client, channel: KnownChannel): readonly MenuItem[] {
  const { store, router, dialogs } = client;
  const { stream_id: channelId, name, is_muted: isMuted = false, pin_to_top: isPinned = false } = channel;
  const isSubscribed = channel.subscriptionState === 'subscribed';
  const unread = store.unreads.conversations.value.filter(
    ({ conversation }) => conversation.kind === 'topic' && conversation.channelId === channelId,
  );
  return [
    { name: t.markAllRead, isOffered: unread.length > 0, act: () => markRead(client, idsOf(unread)) },
    {
      name: isPinned ? t.unpinChannel : t.pinChannel,
      isOffered: isSubscribed,
      act: () => change(client, channel, 'pin_to_top', !isPinned),
    },
    {
      name: isMuted ? t.unmuteChannel : t.muteChannel,
      isOffered: isSubscribed,
      act: () => change(client, channel, 'is_muted', !isMuted),
    },
    { name: t.showTopics, isOffered: true, act: () => router.go({ view: 'topics', channelId }, store) },
    { name: t.copyChannelLink, isOffered: true, act: () => copyLinkTo(client, channelNarrow(channelId)) },
    {
      name: t.changeColor,
      isOffered: isSubscribed,
      act: () => dialogs.open({ kind: 'channel', deed: 'color', channelId }),
    },
    {
      name: t.channelSettings,
      isOffered: store.own?.is_guest !== true,
      act: () => router.go({ view: 'settings', section: `organization/channels/${channelId}` }),
    },
    {
      name: t.unsubscribeShort,
      isOffered: isSubscribed,
      act: () => {
        if (isLeftForGood(store, channel)) dialogs.open({ kind: 'channel', deed: 'leave', channelId });
        else void leaveChannel(client, name);
      },
    },
  ];
}

function change(
  { settings, notices }: Client,
  { stream_id: id }: KnownChannel,
  property: 'pin_to_top' | 'is_muted',
  wanted: boolean,
): void {
  void settings.changeChannel(id, property, wanted).then((refusal) => {
    if (refusal) notices.fail(refusal.message || t.notReached);
  });
}
