import './styles/tokens.css';
import './styles/base.css';
import './styles/content.css';
import { computed, effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { App } from './app/App';
import { ClientProvider } from './app/client';
import { Composer } from './app/composer';
import { Dialogs } from './app/dialogs';
import { holdSeconds } from './app/hold-seconds';
import { Notices } from './app/notices';
import { Router } from './app/router';
import { locale, speak, t } from './i18n';
import { notifyOf } from './notifications/notify';
import { Administration } from './server/settings/administration';
import { Attachments } from './server/settings/attachments';
import { FirstSteps } from './server/settings/first-steps';
import { PeopleFiles } from './server/settings/people-files';
import { Bots } from './server/settings/bots';
import { ChannelAdministration } from './server/settings/channel-administration';
import { Credentials } from './server/settings/credentials';
import { IdentityProviders } from './server/settings/identity-providers';
import { SecondFactors } from './server/settings/second-factors';
import { Drafts } from './server/drafts';
import { EmojiNames } from './server/emoji-names';
import { OfflineStorage } from './server/offline/offline-storage';
import { CachedViews } from './server/offline/cached-views';
import { MessageActions } from './server/message-actions';
import { keepShell } from './server/offline/offline-shell';
import { Oversight } from './server/settings/oversight';
import { Outbox } from './server/outbox';
import { Pages } from './server/pages';
import { Reactions } from './server/reactions';
import { Reading } from './server/reading';
import { Releases } from './server/releases';
import { isLogoutPending, logIn, logOut, sessionConnection } from './server/session';
import { Settings } from './server/settings/settings';
import { lookWithoutAccount } from './server/spectating';
import { Sync } from './server/sync';
import { Subscribing } from './server/subscribing';
import { Topics } from './server/topics';
import { Statuses } from './server/statuses';
import { TypingReports } from './server/typing-reports';
import { PresenceReports } from './server/presence-reports';
import { Waiting } from './server/waiting';
import { Writing } from './server/writing';
import type { Store } from './store/store';
import { onMissingPart } from './ui/lazy';

/** Puts the parts together; no other file imports all of them. */
function start(root: HTMLElement): void {
  const owner = root.querySelector<HTMLElement>('[data-owner]')?.dataset.owner ?? '';
  root.replaceChildren(); // What stands there without scripts would stay below the client.
  if (isLogoutPending()) return leave(root);
  const connection = sessionConnection();
  const isSpectator = owner === '';
  const storage = new OfflineStorage(owner);
  const sync = new Sync(connection, storage, owner);
  const releases = new Releases();
  const views = new CachedViews(storage);
  const parts = {
    router: new Router(owner),
    pages: new Pages(connection, views),
    reading: new Reading(connection),
    reactions: new Reactions(connection),
    outbox: new Outbox(connection, storage, () => sync.queueId, holdSeconds),
    drafts: new Drafts(connection, storage),
    topics: new Topics(connection),
    typing: new TypingReports(connection),
    statuses: new Statuses(connection),
    writing: new Writing(connection),
    emojiNames: new EmojiNames(),
    subscribing: new Subscribing(connection),
    waiting: new Waiting(connection),
    settings: new Settings(connection),
    administration: new Administration(connection),
    channelAdministration: new ChannelAdministration(connection),
    oversight: new Oversight(connection),
    credentials: new Credentials(connection),
    secondFactors: new SecondFactors(connection),
    identityProviders: new IdentityProviders(connection),
    reauthentication: connection.reauthentication,
    bots: new Bots(connection),
    attachments: new Attachments(connection),
    peopleFiles: new PeopleFiles(connection),
    firstSteps: new FirstSteps(connection),
    messageActions: new MessageActions(connection),
    composer: new Composer(),
    dialogs: new Dialogs(),
    notices: new Notices(),
    isReached: sync.isReached,
    isOutdated: releases.isOutdated,
    logOut: () => {
      sync.stop();
      parts.router.entries.forget();
      leave(root, Promise.all([parts.drafts.tellBeforeLeaving(), parts.outbox.sendHeld()]));
    },
  };
  let isDrawn = false;
  const draw = (store: Store): void => {
    if (isDrawn) parts.router.entries.stay();
    isDrawn = true;
    render(
      <ClientProvider key={locale} value={{ ...parts, store }}>
        <App />
      </ClientProvider>,
      root,
    );
  };
  effect(() => {
    if (!sync.store.value && !sync.isReached.value) render(<p role="status">{t.cannotBegin}</p>, root);
  });
  // What is written shows the drafts from the beginning.
  const draftsResumed = parts.drafts.resume();
  effect(() => {
    const store = sync.store.value;
    if (store) parts.pages.know(store, sync.isResumed);
  });
  effect(() => {
    const store = sync.store.value;
    if (!store) return;
    parts.router.know(store);
    parts.router.beginAt(store.lists.get('user_settings').web_home_view);
  });
  /** Those without an account have chosen none. */
  const language = computed(() =>
    isSpectator ? navigator.language : sync.store.value?.lists.get('user_settings').default_language,
  );
  effect(() => {
    const store = sync.store.value;
    if (!store || language.value === undefined) return;
    void Promise.all([speak(language.value), draftsResumed]).then(() => {
      const { value: place } = parts.router.place;
      if (place.view === 'messages') parts.pages.takeBegun(store, place.narrow, parts.router.anchorIn(place.narrow));
      draw(store);
    });
  });
  effect(() => {
    const store = sync.store.value;
    const place = parts.router.place.value;
    if (store) views.follow(store, place.view === 'messages' ? store.windows.of(place.narrow) : null);
  });
  const isBegun = computed(() => sync.store.value !== null);
  const presenceReports = new PresenceReports(connection);
  effect(() => {
    if (!isBegun.value || isSpectator) return;
    keepShell();
    // It reads the store, whose changes are no reason to begin again.
    untracked(() => presenceReports.start(() => sync.store.peek()));
  });
  effect(() => {
    if (!sync.isLoggedOut.value) return;
    parts.router.entries.forget();
    logIn();
  });
  effect(() => {
    if (!sync.isLeading.value) return;
    void parts.outbox.resume();
  });
  let wasReached = true;
  effect(() => {
    const isReached = sync.isReached.value;
    if (isReached) parts.outbox.retryWaiting();
    if (isReached && !wasReached) void releases.ask();
    wasReached = isReached;
  });
  const { value: first } = parts.router.place;
  if (isSpectator) {
    const begin = (store: Store | null) => (store ? (sync.store.value = store) : logIn());
    return void lookWithoutAccount(connection).then(begin);
  }
  if (first.view === 'messages') parts.pages.begin(first.narrow, parts.router.anchorIn(first.narrow));
  onMissingPart(() => void releases.missPart());
  sync.onEvents = (events) => notifyOf(events, sync.store.peek()!, parts.router);
  void sync.start();
}

/** Nothing is shown any more, however long it takes to reach the server. */
function leave(root: HTMLElement, told: Promise<unknown> = Promise.resolve()): void {
  render(<p role="status">{t.loggingOut}</p>, root);
  void told.then(logOut);
}

start(document.getElementById('app')!);
