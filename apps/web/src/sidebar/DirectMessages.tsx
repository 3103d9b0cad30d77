import { useComputed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { peopleName } from '../app/names';
import { hrefOf } from '../app/router';
import { t } from '../i18n';
import { StableOrder } from '../inbox/stable-order';
import { directNarrow } from '../links/narrow';
import type { Place } from '../links/hash';
import { PresenceDot, StatusEmoji } from '../people/PersonMarks';
import { presenceWord } from '../people/presence';
import { conversationKey, DirectConversation, directWith } from '../store/conversations';
import { Avatar } from '../ui/Avatar';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icons';
import { useKeptFocus } from '../ui/kept-focus';
import { useMedia } from './media';
import { FilterField, fitsWords } from './FilterField';
import { onFollowed } from './followed';
import { fold, isGroupFolded } from './folding';
import { Row } from './Row';
import styles from './Sidebar.module.css';
import { isAt } from './Views';

/** So many stand there with what is unread: the channels below have to stay in sight. */
const MAX_IN_FRONT = 8;
/** In a low window. */
const FEWEST_IN_FRONT = 4;
const LOW = '(max-height: 900px)';
/** So many of those that are read. */
const FIRST_DIRECT = 5;
/** When all are asked for. What is unread is there in any case. */
const MAX_DIRECT = 100;
/** Of the group in what this browser remembers to be folded. */
const DIRECT = 'direct';
const MAX_FOUND = 50;
/** How people are listed: a setting of the user. The other value is the usual one. */
const PEOPLE = { compact: 1, detailed: 3 };

interface ListProps {
  /** Only what has these in its name is shown. */
  readonly words: string;
}

export function DirectMessages({ words }: ListProps) {
  const { store, router } = useClient();
  const [people, setPeople] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const order = useRef(new StableOrder());
  useKeptFocus(nav, () => document.getElementById('main'));
  const most = useMedia(LOW) ? FEWEST_IN_FRONT : MAX_IN_FRONT;
  const { user_list_style: style } = store.lists.get('user_settings');
  const isMutedUser = (id: number): boolean => store.lists.isMutedUser(id);
  const describe = (id: number): string =>
    [presenceWord(store, id), store.lists.get('user_status')[id]?.status_text].filter(Boolean).join(', ');
  const conversations = useComputed(() =>
    store.lists
      .get('recent_private_conversations')
      .filter(({ user_ids: ids }) => ids.length === 0 || ids.some((id) => !isMutedUser(id)))
      .map(({ user_ids }) => directWith(user_ids, store.me))
      .filter((one, at) => at < MAX_DIRECT || store.unreads.countOf(one) > 0),
  ).value;
  const found = (): DirectConversation[] =>
    store.people.users
      .all()
      .filter((one) => one.accountState === 'active' && !isMutedUser(one.user_id) && fitsWords(one.full_name, people))
      .sort((one, other) => one.full_name.localeCompare(other.full_name))
      .slice(0, MAX_FOUND)
      .map(({ user_id: id }) => directWith([id], store.me));
  const nameOf = ({ userIds }: DirectConversation): string => peopleName(store, userIds);
  const placeOf = ({ userIds }: DirectConversation): Place => ({ view: 'messages', narrow: directNarrow(userIds) });
  const isFolded = isGroupFolded(DIRECT);
  const unreadIn = (one: DirectConversation): number => store.unreads.countOf(one);
  const isShown = (one: DirectConversation): boolean => isAt(router.place.value, placeOf(one));
  const isFiltered = people.trim() !== '' || words.trim() !== '';
  const fitting = people.trim() === '' ? conversations.filter((one) => fitsWords(nameOf(one), words)) : found();
  const isWhole = isFiltered || (showsAll && !isFolded);
  const front = isWhole ? new Set(fitting) : inFront(fitting, { most, isFolded, isShown, unreadIn });
  const listed = fitting.filter((one) => front.has(one));
  if (!list.current?.matches(':hover, :focus-within')) order.current = new StableOrder();
  const shown = isFiltered ? listed : order.current.of(listed, conversationKey, true);
  const below = fitting.filter((one) => !front.has(one)).reduce((sum, one) => sum + unreadIn(one), 0);
  const showAll = () => {
    setShowsAll(isFolded || !showsAll);
    fold(DIRECT, false);
  };
  return (
    <nav ref={nav} aria-label={t.directMessages} data-filtered onClick={onFollowed(people, setPeople)}>
      <h2>
        <button class={styles.folder} aria-expanded={!isFolded} onClick={() => fold(DIRECT, !isFolded)}>
          <Icon name={isFolded ? 'chevron' : 'down'} />
          {t.directMessages}
        </button>
      </h2>
      <FilterField name={t.filterPeople} of="people" words={people} onWords={setPeople} />
      <ul ref={list} role="list">
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
                  {style !== PEOPLE.compact && <Avatar person={store.people.users.get(userIds[0]!)} isSmall />}
                  {userIds.length === 1 && <PresenceDot userId={userIds[0]!} />}
                </>
              }
              mark={style !== PEOPLE.compact && userIds.length === 1 && <StatusEmoji userId={userIds[0]!} />}
              line={style === PEOPLE.detailed ? store.lists.get('user_status')[userIds[0]!]?.status_text : undefined}
              description={userIds.length === 1 ? describe(userIds[0]!) : undefined}
              unread={unreadIn(conversation)}
              isUrgent
              isCurrent={isAt(router.place.value, place)}
              options={{ kind: 'conversationMenu', userIds }}
            />
          );
        })}
      </ul>
      {!isFiltered && (isFolded ? below > 0 : showsAll || shown.length < fitting.length) && (
        <button
          class={styles.more}
          aria-expanded={isWhole}
          aria-label={isWhole ? undefined : t.withUnread(t.showAllDirect(fitting.length), below)}
          onClick={showAll}
        >
          {isWhole ? t.showFewer : t.showAllDirect(fitting.length)}
          {' ' /* between the words for tools that read them */}
          {below > 0 && <span class={classes(styles.count, styles.urgent)}>{below}</span>}
        </button>
      )}
    </nav>
  );
}

interface InFront {
  readonly most: number;
  readonly isFolded: boolean;
  isShown(one: DirectConversation): boolean;
  unreadIn(one: DirectConversation): number;
}

/** What is shown, then the newest unread ones, and those that are read in the places that are left. */
function inFront(all: readonly DirectConversation[], { most, isFolded, isShown, unreadIn }: InFront) {
  const unread = all.filter((one) => unreadIn(one) > 0);
  const read = isFolded ? [] : all.slice(0, FIRST_DIRECT);
  return new Set([...new Set([...all.filter(isShown), ...unread, ...read])].slice(0, most));
}
