import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useOutgoing } from '../compose/outgoing';
import { t } from '../i18n';
import { Inbox } from '../inbox/Inbox';
import { Recent } from '../recent/Recent';
import { Search } from '../search/Search';
import { Sidebar } from '../sidebar/Sidebar';
import type { Place } from '../links/hash';
import { MessagesView } from '../timeline/MessagesView';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icons';
import { lazy } from '../ui/lazy';
import styles from './App.module.css';
import { BeginButtons } from './BeginButtons';
import { useClient } from './client';
import { DrawerKeys } from './DrawerKeys';
import type { LinkSpot } from './navigation-entries';
import { useNavigation } from './navigation';
import { useAppearance } from './appearance';
import { AccountNeeded, LogInLink } from './LogInLink';
import { NoticeLine } from './NoticeLine';
import { OpenedDialog } from './OpenedDialog';
import { useTitle } from './title';

/** The frame of all views. */
export function App() {
  const { store, router, dialogs } = useClient();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  /** `false`: it stands beside the view, and is no drawer. */
  const leaveDrawer = (): void | false => {
    if (!toggle.current!.checkVisibility()) return false;
    setOpen(false);
    toggle.current!.focus();
  };
  /** A field in it has done its part already. */
  const onSideKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (isOpen && key === 'Escape' && defaultPrevented && (target as HTMLElement).matches('[data-filter]'))
      leaveDrawer();
  };
  const place = router.place.value;
  // Before anything can be pressed in the new view: the sidebar that is opened there stays open.
  useLayoutEffect(() => {
    setOpen(false);
    dialogs.closeSmall();
  }, [place]);
  const { key: step } = router.entries.current.value;
  // A back gesture that closes nothing by itself leads away from below them.
  useLayoutEffect(() => dialogs.close(), [step]);
  useFocusInView(place);
  useTitle();
  useNavigation(() => setOpen(true));
  useAppearance();
  useAskedUser();
  useOutgoing();
  return (
    <div class={styles.shell}>
      <a class={styles.skip} href="#main" onClick={skipToMain}>
        {t.skipToMain}
      </a>
      <header class={styles.banner}>
        <button
          ref={toggle}
          class={styles.toggle}
          aria-label={isOpen ? t.closeMenu : t.menu}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <span class={styles.brand} dir="auto">
          {store.organization.get('realm_name')}
        </span>
        <Search />
        {store.isSpectator && <LogInLink />}
      </header>
      <NoticeLine />
      {isOpen && <DrawerKeys onLeave={leaveDrawer} />}
      {isOpen && <div class={styles.veil} onClick={() => setOpen(false)} />}
      <div class={classes(styles.side, !isOpen && styles.closed)} onKeyDown={onSideKeyDown}>
        <Sidebar />
      </div>
      <main class={styles.main} id="main" tabIndex={-1}>
        <View />
        {WITHOUT_FORM.has(place.view) && !store.isSpectator && <BeginButtons />}
      </main>
      <OpenedDialog />
    </div>
  );
}

const DraftList = lazy(async () => (await import('../waiting/Waiting')).DraftList);
const ScheduledList = lazy(async () => (await import('../waiting/Waiting')).ScheduledList);
const ChannelBrowser = lazy(async () => (await import('../channels/ChannelBrowser')).ChannelBrowser);
const ReminderList = lazy(async () => (await import('../waiting/Reminders')).ReminderList);
const Settings = lazy(async () => (await import('../settings/Settings')).Settings);
const TopicList = lazy(async () => (await import('../channels/TopicList')).TopicList);

const WITHOUT_FORM: ReadonlySet<Place['view']> = new Set(['inbox', 'recent']);
/** Views of what an account has. */
const OF_ACCOUNTS: ReadonlySet<Place['view']> = new Set(['drafts', 'scheduled', 'reminders', 'settings']);

/** The view of the place that the address names. A new kind of place gets its line here. */
function View() {
  const { store, router } = useClient();
  const place = router.place.value;
  if (store.isSpectator && OF_ACCOUNTS.has(place.view)) return <AccountNeeded />;
  if (store.isSpectator && place.view !== 'messages' && place.view !== 'topics') return <Recent />;
  switch (place.view) {
    case 'recent':
      return <Recent />;
    case 'drafts':
      return <DraftList />;
    case 'scheduled':
      return <ScheduledList />;
    case 'reminders':
      return <ReminderList />;
    case 'channels':
      return <ChannelBrowser />;
    case 'topics':
      return <TopicList channelId={place.channelId} />;
    case 'settings':
      return <Settings path={place.section} />;
    case 'messages':
      return <MessagesView narrow={place.narrow} />;
    default:
      return <Inbox />;
  }
}

/**
 * The link that led to a view is often gone with the view before: the focus goes to the new one, and to the link that
 * had it when the view was left.
 */
function useFocusInView(place: Place): void {
  const { entries } = useClient().router;
  useLayoutEffect(() => entries.watch(focusedLink), []);
  useEffect(() => {
    const main = document.getElementById('main')!;
    /** @returns whether nothing is left to be found */
    const focus = (): boolean => {
      const { spot } = entries.current.peek();
      const isFree = document.activeElement === document.body || document.activeElement === main;
      const link = isFree && spot?.kind === 'link' ? linkNear(spot) : undefined;
      if (link) link.focus();
      else if (isFree) main.focus({ preventScroll: true });
      return link !== undefined || !isFree || spot?.kind !== 'link';
    };
    // After a reload the rows of a list come later.
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    const frame = requestAnimationFrame(() => !focus() && observer.observe(main, { childList: true, subtree: true }));
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [place]);
}

const linksInView = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('#main a[href]')];

function focusedLink(): LinkSpot | null {
  const at = linksInView().findIndex((link) => link === document.activeElement);
  return at < 0 ? null : { kind: 'link', href: linksInView()[at]!.hash, at };
}

/** A conversation that was read is not in the inbox any more: the one that is in its place comes next. */
function linkNear({ href, at }: LinkSpot): HTMLElement | undefined {
  const links = linksInView();
  return links.find(({ hash }) => hash === href) ?? links[Math.min(at, links.length - 1)];
}

function skipToMain(event: Event): void {
  event.preventDefault(); // the hash of the address names the view
  document.getElementById('main')!.focus();
}

/** The card that a link to a user opens. */
function useAskedUser(): void {
  const { router, dialogs } = useClient();
  const userId = router.askedUser.value;
  useEffect(() => {
    if (userId === null) return;
    router.askedUser.value = null;
    dialogs.open({ kind: 'user', userId });
  }, [userId]);
}
