import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Administration } from '../server/settings/administration';
import type { Attachments } from '../server/settings/attachments';
import type { Bots } from '../server/settings/bots';
import type { ChannelAdministration } from '../server/settings/channel-administration';
import type { Credentials } from '../server/settings/credentials';
import type { Reauthentication } from '../server/settings/fresh-connection';
import type { IdentityProviders } from '../server/settings/identity-providers';
import type { SecondFactors } from '../server/settings/second-factors';
import type { Drafts } from '../server/drafts';
import type { EmojiNames } from '../server/emoji-names';
import type { MessageActions } from '../server/message-actions';
import type { FirstSteps } from '../server/settings/first-steps';
import type { PeopleFiles } from '../server/settings/people-files';
import type { Oversight } from '../server/settings/oversight';
import type { Outbox } from '../server/outbox';
import type { Pages } from '../server/pages';
import type { Reactions } from '../server/reactions';
import type { Reading } from '../server/reading';
import type { Settings } from '../server/settings/settings';
import type { Subscribing } from '../server/subscribing';
import type { Topics } from '../server/topics';
import type { Statuses } from '../server/statuses';
import type { TypingReports } from '../server/typing-reports';
import type { Waiting } from '../server/waiting';
import type { Writing } from '../server/writing';
import type { Store } from '../store/store';
import type { Composer } from './composer';
import type { Dialogs } from './dialogs';
import type { Notices } from './notices';
import type { Router } from './router';

/** What views have to do with: what is known, where the user is, and what can be done. Made in `main.tsx`. */
export interface Client {
  readonly store: Store;
  readonly router: Router;
  readonly pages: Pages;
  readonly reading: Reading;
  readonly reactions: Reactions;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly topics: Topics;
  readonly writing: Writing;
  readonly typing: TypingReports;
  readonly statuses: Statuses;
  readonly emojiNames: EmojiNames;
  readonly messageActions: MessageActions;
  readonly subscribing: Subscribing;
  readonly waiting: Waiting;
  readonly settings: Settings;
  readonly administration: Administration;
  readonly channelAdministration: ChannelAdministration;
  readonly oversight: Oversight;
  readonly credentials: Credentials;
  readonly secondFactors: SecondFactors;
  readonly identityProviders: IdentityProviders;
  readonly reauthentication: Reauthentication;
  readonly bots: Bots;
  readonly attachments: Attachments;
  readonly peopleFiles: PeopleFiles;
  readonly firstSteps: FirstSteps;
  readonly composer: Composer;
  readonly dialogs: Dialogs;
  readonly notices: Notices;
  readonly isReached: ReadonlySignal<boolean>;
  /** The server has another release of this client. */
  readonly isOutdated: ReadonlySignal<boolean>;
  logOut(): void;
}

const ClientContext = createContext<Client | null>(null);

export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('This view stands outside of the client');
  return client;
}
