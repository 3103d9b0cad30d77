import { useClient } from '../app/client';
import type { OpenedTopicMenu } from '../app/dialogs';
import { copyLinkTo } from '../app/links';
import { topicName } from '../app/names';
import { t } from '../i18n';
import { topicNarrow } from '../links/narrow';
import { mayDeleteAnyIn, mayMoveOutOf, mayRenameIn, mayResolveIn } from '../store/rights';
import { POLICY } from '../store/topics';
import { Menu, MenuItem } from '../ui/Menu';
import { isResolved } from './resolved';
import { topicActions } from './topic-actions';

/** What can be done with a topic. What another user or a setting forbids is absent. */
export function TopicMenu({ opened: { channelId, topic, messageId } }: { readonly opened: OpenedTopicMenu }) {
  const client = useClient();
  const { store, dialogs } = client;
  const channel = store.channels.all.get(channelId);
  const policy = store.topics.policyOf(channelId, topic);
  const actions = topicActions(client, channelId, topic);
  const shown = topicName(topic);
  const mayMove = channel !== undefined && (mayRenameIn(store, channel) || mayMoveOutOf(store, channel));
  const isMuted = store.isMuted({ kind: 'topic', channelId, topic });
  // In a muted channel a topic without a policy is muted with it.
  const isMutedWithChannel = isMuted && policy !== POLICY.muted;
  const open = (deed: 'move' | 'delete') => () =>
    dialogs.open({ kind: 'topic', deed, channelId, topic, messageId: messageId! });
  const items: readonly MenuItem[] = [
    {
      name: t.markRead(shown),
      isOffered: store.unreads.countOf({ kind: 'topic', channelId, topic }) > 0,
      act: () => actions.markRead(),
    },
    {
      name: policy === POLICY.followed ? t.unfollow(shown) : t.follow(shown),
      isOffered: true,
      act: () => actions.setPolicy(POLICY.followed),
    },
    {
      name: isMuted ? t.unmute(shown) : t.mute(shown),
      isOffered: true,
      act: () => actions.setPolicy(isMutedWithChannel ? POLICY.unmuted : POLICY.muted),
    },
    {
      name: isResolved(topic) ? t.unresolve(shown) : t.resolve(shown),
      isOffered: messageId !== null && topic !== '' && channel !== undefined && mayResolveIn(store, channel),
      act: () => actions.resolve(messageId!),
    },
    { name: t.moveTopic(shown), isOffered: mayMove && messageId !== null, act: open('move') },
    { name: t.copyTopicLink, isOffered: true, act: () => copyLinkTo(client, topicNarrow(channelId, topic)) },
    {
      name: t.deleteTopic(shown),
      isOffered: messageId !== null && channel !== undefined && mayDeleteAnyIn(store, channel),
      act: open('delete'),
    },
  ];
  return <Menu name={t.topicActions} items={items} />;
}
