import { useState } from 'preact/hooks';
import { canonical } from '../app/canonical';
import { useClient } from '../app/client';
import { hrefOf } from '../app/router';
import { t } from '../i18n';
import { isNarrow, narrowKey, reactionsNarrow } from '../links/narrow';
import { parseHash, Place } from '../links/hash';
import type { NavigationView } from '../store/lists';
import type { Store } from '../store/store';
import { Icon, IconName } from '../ui/icons';
import { fitsWords } from './FilterField';
import { isPinned, pin } from './pinning';
import { Row } from './Row';
import styles from './Sidebar.module.css';

interface View {
  readonly name: string;
  readonly icon: IconName;
  readonly place: Place;
  /** The identifier of the view on the server, where the user may fold it away. */
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
  { name: t.reminders, icon: 'bell', place: { view: 'reminders' } },
  { name: t.browseChannels, icon: 'hash', place: { view: 'channels', channelId: null } },
];

/** Whether the place that is shown is this one, or lies in it. */
export function isAt(current: Place, place: Place): boolean {
  if (current.view !== 'messages' || place.view !== 'messages') return current.view === place.view;
  return narrowKey(current.narrow) === narrowKey(place.narrow);
}

/** Views of the user's own: any place, under a name. */
const own = (store: Store, chosen: readonly NavigationView[]): View[] =>
  chosen.flatMap(({ fragment, name }) => {
    const place = name === null ? null : parseHash(`#${fragment}`);
    return name !== null && place ? [{ name, icon: 'chevron', place: canonical(store, place), fragment }] : [];
  });

/** The user chooses which of them are shown at all times. */
export function Views({ words }: { readonly words: string }) {
  const { store, router, drafts } = useClient();
  const [showsAll, setShowsAll] = useState(false);
  const { value: current } = router.place;
  const settings = store.lists.get('user_settings');
  const unread = (icon: IconName): number => {
    if (icon === 'at') return store.unreads.mentionCount.value;
    return icon === 'inbox' && settings.web_left_sidebar_unreads_count_summary ? store.unreadCount.value : 0;
  };
  const kept = (icon: IconName): number => {
    if (icon === 'pencil')
      return store.lists.get('drafts').length + drafts.refused.value.filter(({ id }) => id === null).length;
    if (icon === 'note') return store.lists.get('scheduled_messages').length;
    if (icon === 'bell') return store.lists.get('reminders').length;
    return icon === 'star' && settings.starred_message_counts ? store.lists.get('starred_messages').length : 0;
  };
  const chosen = store.isSpectator ? [] : store.lists.get('navigation_views');
  const isEmpty = ({ icon }: View): boolean => icon === 'bell' && kept(icon) === 0;
  const isFolded = (view: View): boolean =>
    !isAt(current, view.place) && (!isPinned(store, view.fragment) || isEmpty(view));
  const all = [...views(store.me), ...own(store, chosen)];
  const fitting = all.filter(
    ({ name, icon }) => fitsWords(name, words) && (!store.isSpectator || FOR_SPECTATORS.includes(icon)),
  );
  const isFiltered = words.trim() !== '';
  const pinOf = (view: View) =>
    showsAll && !isFiltered && view.fragment !== undefined ? (
      <PinButton name={view.name} fragment={view.fragment} isPinned={isPinned(store, view.fragment)} />
    ) : undefined;
  const menuOf = ({ fragment, name }: View) =>
    fragment === undefined || store.isSpectator ? undefined : ({ kind: 'viewMenu', fragment, name } as const);
  return (
    <nav aria-label={t.views}>
      <ul role="list">
        {fitting
          .filter((view) => showsAll || isFiltered || !isFolded(view))
          .map((view) => (
            <Row
              key={view.name}
              name={view.name}
              href={hrefOf(view.place)}
              symbol={<Icon name={view.icon} />}
              unread={unread(view.icon)}
              kept={kept(view.icon)}
              isUrgent={view.icon === 'at'}
              isCurrent={isAt(current, view.place)}
              tool={pinOf(view)}
              options={pinOf(view) ? undefined : menuOf(view)}
            />
          ))}
      </ul>
      {!isFiltered && !store.isSpectator && (
        <button class={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? t.doneChoosing
            : all.some((view) => isFolded(view) && !isEmpty(view))
              ? t.moreViews
              : t.chooseViews}
        </button>
      )}
    </nav>
  );
}

interface PinProps {
  readonly name: string;
  readonly fragment: string;
  readonly isPinned: boolean;
}

/** Without it, the view is among "More views". */
function PinButton({ name, fragment, isPinned: isPressed }: PinProps) {
  const client = useClient();
  return (
    <button
      class={styles.pin}
      aria-pressed={isPressed}
      aria-label={t.pinView(name)}
      title={t.pinView(name)}
      onClick={() => void pin(client, fragment, !isPressed)}
    >
      <Icon name="eye" />
    </button>
  );
}
