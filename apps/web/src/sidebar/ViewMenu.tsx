import { Client, useClient } from '../app/client';
import type { OpenedViewMenu } from '../app/dialogs';
import { t } from '../i18n';
import { idsOf, markRead } from '../inbox/marking';
import type { PersonalSetting } from '../server/settings/settings';
import { Menu, MenuItem } from '../ui/Menu';
import { deleteDrafts } from '../waiting/draft-actions';
import { isPinned, pin } from './pinning';

/** The views that can be the home view, with their names in the setting. */
const HOMES: Readonly<Record<string, string>> = { inbox: 'inbox', recent: 'recent_topics', feed: 'all_messages' };

/** What the user can do with a view of the sidebar. */
export function ViewMenu({ opened }: { readonly opened: OpenedViewMenu }) {
  const client = useClient();
  const { store } = client;
  const { fragment, name } = opened;
  const isAlways = isPinned(store, fragment);
  const items: readonly MenuItem[] = [
    ...ofHome(client, opened),
    ...ofMentions(client, opened),
    ...ofStarred(client, opened),
    {
      name: t.deleteAllDrafts,
      isOffered: fragment === 'drafts' && store.lists.get('drafts').length > 0,
      act: () => void deleteDrafts(client, store.lists.peek('drafts')),
    },
    {
      name: isAlways ? t.foldView : t.alwaysShowView,
      isOffered: true,
      act: () =>
        void pin(client, fragment, !isAlways).then((isDone) => {
          if (isDone && isAlways) client.notices.say(t.viewFolded(name), () => void pin(client, fragment, true));
        }),
    },
  ];
  return <Menu name={t.viewActions} items={items} />;
}

function ofHome(client: Client, { fragment, name }: OpenedViewMenu): MenuItem[] {
  const { store } = client;
  const home = HOMES[fragment];
  if (home === undefined) return [];
  const unread = store.unreads.conversations.value;
  const { web_home_view: before } = store.lists.get('user_settings');
  return [
    { name: t.markAllMessagesRead, isOffered: unread.length > 0, act: () => markRead(client, idsOf(unread)) },
    {
      name: t.setAsHome,
      isOffered: before !== home,
      act: () => change(client, 'web_home_view', [before, home], t.homeIs(name)),
    },
  ];
}

function ofMentions(client: Client, { fragment }: OpenedViewMenu): MenuItem[] {
  const { unreads } = client.store;
  const unread = idsOf(unreads.conversations.value).filter((id) => unreads.isMentioned(id));
  const isOffered = fragment === 'narrow/is/mentioned' && unread.length > 0;
  return [{ name: t.markMentionsRead, isOffered, act: () => markRead(client, unread) }];
}

function ofStarred(client: Client, { fragment }: OpenedViewMenu): MenuItem[] {
  const { store } = client;
  if (fragment !== 'narrow/is/starred') return [];
  const { starred_message_counts: isCounted } = store.lists.get('user_settings');
  return [
    {
      name: isCounted ? t.hideStarredCount : t.showStarredCount,
      isOffered: true,
      act: () => change(client, 'starred_message_counts', [isCounted, !isCounted]),
    },
    {
      name: t.unstarAll,
      isOffered: store.lists.get('starred_messages').length > 0,
      act: () => void unstarAll(client),
    },
  ];
}

/** @param said with an undo; absent: what has changed is in sight */
function change<V extends string | boolean>(
  { settings, notices }: Client,
  setting: PersonalSetting,
  [before, after]: readonly [V, V],
  said?: string,
): void {
  const set = async (value: V) => {
    const refusal = await settings.changeOwn({ [setting]: value });
    if (refusal) notices.fail(refusal.message || t.notReached);
    return refusal === null;
  };
  void set(after).then((isDone) => {
    if (isDone && said !== undefined) notices.say(said, () => void set(before));
  });
}

async function unstarAll({ store, reading, notices }: Client): Promise<void> {
  const ids = [...store.lists.peek('starred_messages')];
  const star = (isStarred: boolean) => reading.flag(store, ids, 'starred', isStarred);
  const fail = () => notices.fail(t.notReached);
  await star(false).then(() => notices.say(t.unstarred(ids.length), () => void star(true).catch(fail)), fail);
}
