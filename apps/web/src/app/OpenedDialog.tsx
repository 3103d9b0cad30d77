import { useLayoutEffect, useRef } from 'preact/hooks';
import { lazy } from '../ui/lazy';
import { useClient } from './client';

const MessageDialog = lazy(async () => (await import('../actions/MessageDialog')).MessageDialog);

const KeysDialog = lazy(async () => (await import('../keys/KeysDialog')).KeysDialog);
const MoveTopicDialog = lazy(async () => (await import('../channels/MoveTopicDialog')).MoveTopicDialog);
const TopicMenu = lazy(async () => (await import('../channels/TopicMenu')).TopicMenu);
const DeleteTopicDialog = lazy(async () => (await import('../channels/DeleteTopicDialog')).DeleteTopicDialog);
const ChannelMenu = lazy(async () => (await import('../channels/ChannelMenu')).ChannelMenu);
const ChannelDialog = lazy(async () => (await import('../channels/ChannelDialog')).ChannelDialog);
const ConversationMenu = lazy(async () => (await import('../people/ConversationMenu')).ConversationMenu);
const ViewMenu = lazy(async () => (await import('../sidebar/ViewMenu')).ViewMenu);
const Lightbox = lazy(async () => (await import('../pictures/Lightbox')).Lightbox);
const Card = lazy(async () => (await import('../people/Card')).Card);

/** The dialog, menu or card that is open. Their code comes when the first one is opened. */
export function OpenedDialog() {
  const { dialogs } = useClient();
  const opened = dialogs.opened.value;
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!opened && wasOpen.current) dialogs.giveFocusBack();
    wasOpen.current = opened !== null;
  }, [opened]);
  if (!opened) return null;
  switch (opened.kind) {
    case 'keys':
      return <KeysDialog />;
    case 'picture':
      return <Lightbox link={opened.link} />;
    case 'topic':
      return opened.deed === 'move' ? <MoveTopicDialog opened={opened} /> : <DeleteTopicDialog opened={opened} />;
    case 'topicMenu':
      return <TopicMenu opened={opened} />;
    case 'channelMenu':
      return <ChannelMenu opened={opened} />;
    case 'channel':
      return <ChannelDialog opened={opened} />;
    case 'conversationMenu':
      return <ConversationMenu opened={opened} />;
    case 'viewMenu':
      return <ViewMenu opened={opened} />;
    case 'user':
    case 'group':
      return <Card opened={opened} />;
    default:
      return <MessageDialog key={`${opened.kind} ${opened.messageId}`} opened={opened} />;
  }
}
