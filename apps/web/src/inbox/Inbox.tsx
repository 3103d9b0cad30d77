import { useComputed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { channelName, conversationName } from '../app/names';
import { hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import { channelNarrow, narrowOf } from '../links/narrow';
import { FilterField, fitsWords } from '../sidebar/FilterField';
import { conversationKey } from '../store/conversations';
import type { ChannelFolder } from '@parley/client';
import type { UnreadConversation } from '../store/unreads';
import { Avatar } from '../ui/Avatar';
import { Icon } from '../ui/icons';
import { FirstStepsLink } from './FirstStepsLink';
import styles from './Inbox.module.css';
import { idsOf, markRead } from './marking';
import { StableOrder, useFocusInList } from './stable-order';

const keyOf = ({ conversation }: UnreadConversation): string => conversationKey(conversation);

/** What is unread, by conversation. */
export function Inbox() {
  const client = useClient();
  const { store, logOut } = client;
  const order = useRef(new StableOrder());
  const page = useRef<HTMLDivElement>(null);
  const folders = useFolders();
  const all = useComputed(() => {
    const { order: folderOrder, of: folderOf } = folders.value;
    const rankOf = (channelId: number | null): number => {
      if (channelId === null) return -1;
      const folder = folderOf(channelId);
      return folder ? folderOrder.indexOf(folder.id) : folderOrder.length;
    };
    const unread = store.unreads.conversations.value.filter(({ conversation }) => !store.isMuted(conversation));
    if (!page.current?.matches(':hover, :focus-within')) order.current = new StableOrder();
    const byGroup = new Map<number | null, UnreadConversation[]>();
    for (const one of order.current.of(unread, keyOf)) {
      const group = one.conversation.kind === 'topic' ? one.conversation.channelId : null;
      byGroup.set(group, [...(byGroup.get(group) ?? []), one]);
    }
    // Direct messages first, then channels as in the sidebar, so that they stay where they are while messages arrive.
    const pinned = (channelId: number | null) => Number(store.channels.all.get(channelId ?? 0)?.pin_to_top ?? false);
    const nameOf = (channelId: number | null) => (channelId === null ? '' : channelName(store, channelId));
    return [...byGroup].sort(
      ([one], [other]) =>
        rankOf(one) - rankOf(other) || pinned(other) - pinned(one) || nameOf(one).localeCompare(nameOf(other)),
    );
  }).value;
  const [words, setWords] = useState('');
  const isFiltered = words.trim() !== '';
  const fits = (place: string) => (one: UnreadConversation) =>
    fitsWords(`${place} ${conversationName(store, one.conversation)}`, words);
  const groups = all
    .map(([channelId, conversations]) => {
      const place = channelId === null ? t.directMessages : channelName(store, channelId);
      return [channelId, conversations.filter(fits(place))] as const;
    })
    .filter(([, conversations]) => conversations.length > 0);
  const folderAt = (at: number) => {
    const [channelId] = groups[at]!;
    return channelId === null ? null : folders.value.of(channelId);
  };
  useFocusInList(page);
  const onLogOut = (event: Event) => {
    event.preventDefault();
    logOut();
  };
  return (
    <div ref={page} class={styles.page} tabIndex={0} role="group" data-filtered aria-label={t.inbox}>
      <div class={styles.column}>
        <div class={styles.head}>
          <h1 class={styles.title}>{t.inbox}</h1>
          {all.length > 0 && !isFiltered && (
            <button class={styles.mark} onClick={() => markRead(client, idsOf(store.unreads.conversations.peek()))}>
              {t.markAllRead}
            </button>
          )}
        </div>
        <FirstStepsLink />
        {(all.length > 0 || isFiltered) && (
          <FilterField name={t.filterConversations} of="inbox" words={words} onWords={setWords} />
        )}
        {groups.length === 0 && isFiltered && <p class={styles.empty}>{t.noConversationFits}</p>}
        {groups.map(([channelId, conversations], at) => (
          <section key={channelId ?? 'direct'}>
            <FolderHeading folder={folderAt(at)} before={at === 0 ? undefined : folderAt(at - 1)} />
            <div class={styles.head}>
              <h2 class={styles.group} dir="auto">
                {channelId === null ? (
                  t.directMessages
                ) : (
                  <a class={styles.channel} href={hrefOfNarrow(channelNarrow(channelId), store)}>
                    {channelName(store, channelId)}
                  </a>
                )}
              </h2>
              {channelId !== null && (
                <MarkButton name={channelName(store, channelId)} ids={() => idsOf(conversations)} />
              )}
            </div>
            <ul class={styles.list} role="list">
              {conversations.map((one) => (
                <Unread key={conversationKey(one.conversation)} unread={one} />
              ))}
            </ul>
          </section>
        ))}
        {all.length === 0 && !isFiltered && (
          <>
            <div class={styles.empty}>
              <h2>{t.nothingUnread}</h2>
              <p>{t.nothingUnreadHint}</p>
            </div>
            <p class={styles.who}>
              {t.signedInAs} {store.organization.get('delivery_email')}. {t.notYou}{' '}
              <a href="/accounts/logout/" onClick={onLogOut}>
                {t.logOut}
              </a>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/** Folders of channels in their order, where the user wants them here. */
function useFolders() {
  const { store } = useClient();
  return useComputed(() => {
    const isWanted = store.lists.get('user_settings').web_inbox_show_channel_folders;
    const all = isWanted ? store.channels.folders.all().filter(({ is_archived }) => !is_archived) : [];
    const order = all.sort((one, other) => one.order - other.order).map(({ id }) => id);
    const of = (channelId: number) => all.find(({ id }) => id === store.channels.all.get(channelId)?.folder_id) ?? null;
    return { order, of };
  });
}

interface FolderProps {
  readonly folder: ChannelFolder | null;
  /** Of the group before; absent: there is none. */
  readonly before: ChannelFolder | null | undefined;
}

/** Stands before the first of its channels. */
function FolderHeading({ folder, before }: FolderProps) {
  if (folder === null || folder.id === before?.id) return null;
  return (
    <p class={styles.folder} dir="auto">
      {folder.name}
    </p>
  );
}

function Unread({ unread: { conversation, ids } }: { readonly unread: UnreadConversation }) {
  const { store } = useClient();
  const name = conversationName(store, conversation);
  return (
    <li class={styles.head}>
      <a
        class={styles.row}
        href={hrefOfNarrow(narrowOf(conversation), store)}
        aria-label={t.withUnread(name, ids.size)}
      >
        {conversation.kind === 'direct' && <Avatar person={store.people.users.get(conversation.userIds[0]!)} isSmall />}
        <span class={styles.name} dir="auto">
          {name}
        </span>
        {' ' /* between the words for tools that read them */}
        <span class={styles.count}>{ids.size}</span>
      </a>
      <MarkButton name={name} ids={() => [...ids]} />
    </li>
  );
}

interface MarkProps {
  /** Of what is marked. */
  readonly name: string;
  ids(): readonly number[];
}

function MarkButton({ name, ids }: MarkProps) {
  const client = useClient();
  return (
    <button
      class={styles.mark}
      aria-label={t.markRead(name)}
      title={t.markRead(name)}
      onClick={() => markRead(client, ids())}
    >
      <Icon name="check" />
    </button>
  );
}
