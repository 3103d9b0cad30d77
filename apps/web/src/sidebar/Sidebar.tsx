import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { AccountMenu } from '../account/AccountMenu';
import { useClient } from '../app/client';
import { peopleName } from '../app/names';
import { hrefOf } from '../app/router';
import { t } from '../i18n';
import { directNarrow, isNarrow, narrowKey, reactionsNarrow } from '../links/narrow';
import { parseHash, Place } from '../links/hash';
import { PresenceDot, StatusEmoji } from '../people/PersonMarks';
import { presenceOf, wordFor } from '../people/presence';
import { DirectConversation, directWith } from '../store/conversations';
import type { NavigationView } from '../store/lists';
import { Avatar } from '../ui/Avatar';
import { Icon, IconName } from '../ui/icons';
import { ChannelList } from './ChannelList';
import { FilterField, fitsWords } from './FilterField';
import { Row } from './Row';
import styles from './Sidebar.module.css';

const MOST_DIRECT = 30;
/** Without what is unread; else the channels would be below the edge of the screen. */
const FIRST_DIRECT = 8;
const MOST_FOUND = 50;

interface View {
  readonly name: string;
  readonly icon: IconName;
  readonly place: Place;
  /** By which the server knows the view, where the user may fold it away. */
  readonly fragment?: string;
}

const FOR_SPECTATORS: readonly IconName[] = ['clock', 'list'];

const views = (me: number): View[] => [
  { name: t.inbox, icon: 'inbox', place: { view: 'inbox' }, fragment: 'inbox' },
  { name: t.recent, icon: 'clock', place: { view: 'recent' }, fragment: 'recent' },
  { name: t.combined, icon: 'list', place: { view: 'messages', narrow: [] }, fragment: 'feed' },
  {
    name: t.mentions,
    icon: 'at',
    place: { view: 'messages', narrow: isNarrow('mentioned') },
    fragment: 'narrow/is/mentioned',
  },
  {
    name: t.starred,
    icon: 'star',
    place: { view: 'messages', narrow: isNarrow('starred') },
    fragment: 'narrow/is/starred',
  },
  {
    name: t.reactions,
    icon: 'smile',
    place: { view: 'messages', narrow: reactionsNarrow(me) },
    fragment: 'narrow/has/reaction/sender/me',
  },
  { name: t.drafts, icon: 'pencil', place: { view: 'drafts' }, fragment: 'drafts' },
  { name: t.scheduled, icon: 'note', place: { view: 'scheduled' } },
  { name: t.browseChannels, icon: 'hash', place: { view: 'channels', channelId: null } },
];

export function Sidebar() {
  const { store } = useClient();
  const [words, setWords] = useState('');
  return (
    <div class={styles.sidebar}>
      <div class={styles.lists} data-filtered>
        <FilterField name={t.filterSidebar} of="sidebar" words={words} onWords={setWords} />
        <Views words={words} />
        {!store.isSpectator && <DirectMessages words={words} />}
        <ChannelList words={words} />
      </div>
      {!store.isSpectator && <AccountMenu />}
    </div>
  );
}

/** Whether the place that is shown is this one, or lies in it. */
function isAt(current: Place, place: Place): boolean {
  if (current.view !== 'messages' || place.view !== 'messages') return current.view === place.view;
  return narrowKey(current.narrow) === narrowKey(place.narrow);
}

interface ListProps {
  /** Only what has these in its name is shown. */
  readonly words: string;
}

/** Views of the user's own: any place, under a name. */
const own = (chosen: readonly NavigationView[]): View[] =>
  chosen.flatMap(({ fragment, name }) => {
    const place = name === null ? null : parseHash(`#${fragment}`);
    return name !== null && place ? [{ name, icon: 'chevron', place, fragment }] : [];
  });

function Views({ words }: ListProps) {
  const { store, router } = useClient();
  const [showsAll, setShowsAll] = useState(false);
  const unread = (icon: IconName): number =>
    icon === 'inbox' ? store.unreadCount.value : icon === 'at' ? store.unreads.mentionCount.value : 0;
  const { value: current } = router.place;
  const chosen = store.isSpectator ? [] : store.lists.get('navigation_views');
  const isFolded = ({ fragment, place }: View): boolean =>
    !isAt(current, place) && chosen.some((one) => one.fragment === fragment && !one.is_pinned);
  const all = [...views(store.me), ...own(chosen)];
  const fitting = all.filter(
    ({ name, icon }) => fitsWords(name, words) && (!store.isSpectator || FOR_SPECTATORS.includes(icon)),
  );
  const isOpen = showsAll || words.trim() !== '';
  return (
    <nav aria-label={t.views}>
      <ul role="list">
        {fitting
          .filter((view) => isOpen || !isFolded(view))
          .map(({ name, icon, place }) => (
            <Row
              key={name}
              name={name}
              href={hrefOf(place)}
              symbol={<Icon name={icon} />}
              unread={unread(icon)}
              isUrgent={icon === 'at'}
              isCurrent={isAt(current, place)}
            />
          ))}
      </ul>
      {words.trim() === '' && all.some(isFolded) && (
        <button class={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t.showFewer : t.moreViews}
        </button>
      )}
    </nav>
  );
}

function DirectMessages({ words }: ListProps) {
  const { store, router } = useClient();
  const [people, setPeople] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const isMutedUser = (id: number): boolean => store.lists.isMutedUser(id);
  const describe = (id: number): string =>
    [wordFor(presenceOf(store, id)), store.lists.get('user_status')[id]?.status_text].filter(Boolean).join(', ');
  const conversations = useComputed(() =>
    store.lists
      .get('recent_private_conversations')
      .filter(({ user_ids: ids }) => ids.length === 0 || ids.some((id) => !isMutedUser(id)))
      .slice(0, MOST_DIRECT)
      .map(({ user_ids }) => directWith(user_ids, store.me)),
  ).value;
  const found = (): DirectConversation[] =>
    store.people.users
      .all()
      .filter((one) => one.standing === 'active' && !isMutedUser(one.user_id) && fitsWords(one.full_name, people))
      .sort((one, other) => one.full_name.localeCompare(other.full_name))
      .slice(0, MOST_FOUND)
      .map(({ user_id: id }) => directWith([id], store.me));
  const nameOf = ({ userIds }: DirectConversation): string => peopleName(store, userIds);
  const placeOf = ({ userIds }: DirectConversation): Place => ({ view: 'messages', narrow: directNarrow(userIds) });
  const isInFront = (one: DirectConversation, at: number): boolean =>
    at < FIRST_DIRECT || store.unreads.countOf(one) > 0 || isAt(router.place.value, placeOf(one));
  const isFiltered = people.trim() !== '' || words.trim() !== '';
  const fitting = people.trim() === '' ? conversations.filter((one) => fitsWords(nameOf(one), words)) : found();
  const shown = isFiltered || showsAll ? fitting : fitting.filter(isInFront);
  return (
    <nav aria-label={t.directMessages} data-filtered>
      <h2 class={styles.heading}>{t.directMessages}</h2>
      <FilterField name={t.filterPeople} of="people" words={people} onWords={setPeople} />
      <ul role="list">
        {shown.map((conversation) => {
          const { userIds } = conversation;
          const place = placeOf(conversation);
          return (
            <Row
              key={userIds.join()}
              name={peopleName(store, userIds)}
              href={hrefOf(place, store)}
              symbol={
                <>
                  <Avatar person={store.people.users.get(userIds[0]!)} isSmall />
                  {userIds.length === 1 && <PresenceDot userId={userIds[0]!} />}
                </>
              }
              mark={userIds.length === 1 && <StatusEmoji userId={userIds[0]!} />}
              description={userIds.length === 1 ? describe(userIds[0]!) : undefined}
              unread={store.unreads.countOf(conversation)}
              isUrgent
              isCurrent={isAt(router.place.value, place)}
            />
          );
        })}
      </ul>
      {!isFiltered && (showsAll || shown.length < fitting.length) && (
        <button class={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t.showFewer : t.showAllDirect(fitting.length)}
        </button>
      )}
    </nav>
  );
}
