import { STATUS_OF_CODE } from '@app/kernel';
import words from '../../apps/web/catalogues/refusals/de.json';
import { speak } from '../../apps/web/src/i18n';
import { refusalWords } from '../../apps/web/src/i18n/refusals';
import { refusalMessages } from '../support/refusal-messages';

/** Errors that a request of the browser client cannot raise. */
const RAISED_ELSEWHERE = [
  // The forms of the login, which are pages of the server.
  ...['AuthenticationFailed', 'LoginIsElsewhere', 'PasswordLoginIsOff', 'OneTimePadIsInvalid', 'SecondStepIsNeeded'],
  ...[
    'DeveloperLoginIsRefused',
    'SigningUpIsNotPossible',
    'PasswordsDiffer',
    'DesktopLoginIsOver',
    'NoAccountForPerson',
  ],
  ...['EntryIsUnusable', 'AttemptIsInvalid', 'ProviderIsOff', 'ProviderDidNotConfirm', 'SecondStepIsOver'],
  ...['TooManyWrongCodes', 'CallLinkIsInvalid'],
  // Other programs: providers, bots, phones, and the command line of the server.
  ...['LogoutTokenIsInvalid', 'LogoutRequestIsInvalid', 'OrganizationHostIsTaken', 'OrganizationHostIsInvalid'],
  ...['BotsCannotDoThis', 'BotIsNotAdmitted', 'WebhookIsNotAdmitted', 'CredentialsAreInvalid', 'KeyIsInvalid'],
  ...['RegistrationIsInvalid', 'DeviceTokenIsInvalid', 'DeviceTokenDoesNotExist', 'PushDeviceTokenIsInvalid'],
  ...['NavigationViewDoesNotExist', 'NavigationViewExistsAlready', 'NavigationViewNameIsTaken'],
  ...['BuiltInViewHasNoName', 'CustomViewNeedsName', 'ThereAreTooManyNavigationViews', 'NavigationViewIsIncomplete'],
  ...['CommandHasNoSlash', 'CommandIsUnknown', 'OnboardingStepIsUnknown'],
  // Requests whose form is wrong: the types of the package refuse them.
  ...['ParameterIsMissing', 'ParametersAreConfusing', 'ParameterIsInvalid', 'ParameterNeedsAccount'],
  ...['SubscriptionPropertyIsUnknown', 'SubscriptionValueIsInvalid', 'StatusEmojiHasNoName', 'PropagationNeedsMove'],
  ...['FlagIsUnknown', 'FlagIsNotEditable', 'FlagOperationIsUnknown', 'AnchorIsMissing', 'AnchorMayNotBeExcluded'],
  ...['SendKeyIsInvalid', 'ActionDoesNotFit', 'ParametersExcludeEachOther', 'EmojiIsMissing', 'NothingToChange'],
  ...['SubmessageIsNoJson', 'SubmessageIsInvalid', 'WidgetIsInvalid', 'RecipientIsRequired', 'ChannelIsMissing'],
  ...['TopicIsRequiredForChannel', 'ChannelIdIsNoInteger', 'RecipientsAreNoList', 'QueueAndLocalIdBelongTogether'],
  ...['OneChannelIsExpected', 'ChannelHasWrongType', 'RecipientsHaveWrongType', 'RecipientsAreMixed'],
  'ChannelIsGivenTwice',
  // Nothing that a user hears of: a lost queue is replaced, and typing is told or not.
  ...['QueueIsUnknown', 'EventsAreAlreadyPruned', 'EventIdWasNeverIssued', 'PublicChannelsAreNotForGuests'],
  ...['TypingIsKeptSecret', 'TypingHasNoRecipients'],
];

/** Errors whose sentences are put together before they are thrown. */
const SAID_BEFORE_THROWN: Readonly<Record<string, readonly string[]>> = {
  EmailIsNotAdmitted: [
    'Please use a lasting e-mail address.',
    'Addresses with a plus sign are not allowed here.',
    'Addresses of that domain are not allowed here.',
  ],
  FileIsMissing: ['You must specify a file to upload', 'You must upload exactly one avatar.'],
  FilesAreTooMany: ['You may only upload one file at a time', 'You must upload exactly one file.'],
  InvitationFailed: [
    'All of those addresses have accounts already: nobody was invited',
    'Some of those addresses have accounts already and were not invited. The others were',
  ],
  PasswordIsTooWeak: ['The password is too weak: it is easy to guess'],
};

/** Codes that reach no user of the browser client. */
const CODES_ELSEWHERE = ['INVALID_ZULIP_SERVER', 'MISSING_REMOTE_REALM', 'REMOTE_REALM_SERVER_MISMATCH_ERROR'];

describe('What the server says against requests, in German', () => {
  const said = refusalMessages();
  beforeAll(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await speak('de');
  });
  afterAll(async () => {
    await speak('en');
    Reflect.deleteProperty(globalThis, 'document');
  });

  const hasWords = async (message: string): Promise<boolean> =>
    (await refusalWords('BAD_REQUEST', message.replaceAll('{}', 'x'))) !== message.replaceAll('{}', 'x');

  it('has words for every sentence of every error that a request of the browser client can raise', async () => {
    const missing: [string, string][] = [];
    for (const [name, messages] of said) {
      if (RAISED_ELSEWHERE.includes(name)) continue;
      const sentences = [...messages, ...(SAID_BEFORE_THROWN[name] ?? [])];
      if (sentences.length === 0) missing.push([name, 'has no sentence that is known']);
      for (const message of sentences) if (!(await hasWords(message))) missing.push([name, message]);
    }
    expect(missing).toEqual([]);
  });

  it('excepts only errors that there are', () => {
    expect([...RAISED_ELSEWHERE, ...Object.keys(SAID_BEFORE_THROWN)].filter((name) => !said.has(name))).toEqual([]);
  });

  it('names only what the sentence of the server says', () => {
    const wrong = Object.entries(words.messages).filter(([message, words]) => {
      const count = message.split('{}').length - 1;
      return [...words.matchAll(/\{(\d)\}/g)].some(([, at]) => Number(at) >= count);
    });
    expect(wrong).toEqual([]);
  });

  it('has words for the codes with a status of their own, for sentences that are not known', () => {
    const codes = Object.keys(STATUS_OF_CODE).filter((code) => !CODES_ELSEWHERE.includes(code));
    expect(codes.filter((code) => !(code in words.codes))).toEqual([]);
  });
});
