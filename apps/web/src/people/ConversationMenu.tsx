import { useClient } from '../app/client';
import type { OpenedConversationMenu } from '../app/dialogs';
import { copyLinkTo } from '../app/links';
import { t } from '../i18n';
import { idsOf, markRead } from '../inbox/marking';
import { directNarrow } from '../links/narrow';
import { conversationKey } from '../store/conversations';
import { Menu, MenuItem } from '../ui/Menu';
import { toggleMute } from './muting';

/** What can be done with a direct conversation of the sidebar. */
export function ConversationMenu({ opened: { userIds } }: { readonly opened: OpenedConversationMenu }) {
  const client = useClient();
  const { store, dialogs } = client;
  const key = conversationKey({ kind: 'direct', userIds });
  const unread = store.unreads.conversations.value.filter((one) => conversationKey(one.conversation) === key);
  const [userId] = userIds;
  const other = userIds.length === 1 && userId !== store.me ? store.people.users.get(userId!) : undefined;
  const items: readonly MenuItem[] = [
    { name: t.markAllRead, isOffered: unread.length > 0, act: () => markRead(client, idsOf(unread)) },
    {
      name: t.viewProfile,
      isOffered: userIds.length === 1,
      act: () => dialogs.open({ kind: 'user', userId: userId! }),
    },
    {
      name: other && store.lists.isMutedUser(other.user_id) ? t.unmuteUser : t.muteUser,
      isOffered: other !== undefined,
      act: () => toggleMute(client, other!),
    },
    { name: t.copyConversationLink, isOffered: true, act: () => copyLinkTo(client, directNarrow(userIds)) },
  ];
  return <Menu name={t.conversationActions} items={items} />;
}
