import { t } from '../i18n';

/** What keys can be asked to do. */
export type Command =
  | 'reply'
  | 'newChannelMessage'
  | 'newDirectMessage'
  | 'leave'
  | 'undo'
  | 'search'
  | 'help'
  | 'filterSidebar'
  | 'filterPeople'
  | 'previousMessage'
  | 'nextMessage'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'nextUnreadTopic'
  | 'nextFollowedTopic'
  | 'nextUnreadDirect'
  | 'toggleTopic'
  | 'directMessages'
  | 'topicList'
  | 'inContext'
  | 'previousChannel'
  | 'nextChannel'
  | 'inbox'
  | 'recent'
  | 'combined'
  | 'starred'
  | 'drafts'
  | 'composedTo'
  | 'back'
  | 'forth'
  | 'quote'
  | 'forward'
  | 'replyToSender'
  | 'mention'
  | 'editLast'
  | 'menu'
  | 'edit'
  | 'userCard'
  | 'readers'
  | 'picture'
  | 'move'
  | 'history'
  | 'star'
  | 'react'
  | 'firstReaction'
  | 'thumbsUp'
  | 'unreadFrom'
  | 'collapse'
  | 'muteTopic';

export interface Row {
  /** `null`: the form, or the browser, does it by itself. */
  readonly command: Command | null;
  /** As `KeyboardEvent.key` names them; `Ctrl+` or `Alt+` before those that need it. */
  readonly keys: readonly string[];
  readonly words: string;
}

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const row = (command: Command | null, keys: string, words: string): Row => ({ command, keys: keys.split(' '), words });

/** All keys: what is pressed is looked up here, and the dialog "Keyboard shortcuts" shows it. */
export const KEY_TABLE: readonly Section[] = [
  {
    title: t.keysBasic,
    rows: [
      row('reply', 'r Enter', t.keyReply),
      row('newChannelMessage', 'c', t.newMessage),
      row('newDirectMessage', 'x', t.newDirect),
      row('leave', 'Escape Ctrl+[', t.keyLeave),
      row('undo', 'Ctrl+z', t.keyUndo),
      row('search', '/ Ctrl+k', t.search),
      row('drafts', 'd', t.drafts),
      row('help', '?', t.keyboardShortcuts),
      row('filterSidebar', 'q', t.filterSidebar),
      row('filterPeople', 'w', t.filterPeople),
    ],
  },
  {
    title: t.keysScroll,
    rows: [
      row('previousMessage', 'ArrowUp k', t.keyPrevious),
      row('nextMessage', 'ArrowDown j', t.keyNext),
      row('pageUp', 'PageUp K', t.keyPageUp),
      row('pageDown', 'PageDown J Space', t.keyPageDown),
      row('first', 'Home', t.keyFirst),
      row('last', 'End G', t.jumpToEnd),
    ],
  },
  {
    title: t.keysGo,
    rows: [
      row('nextUnreadTopic', 'n', t.keyNextTopic),
      row('nextFollowedTopic', 'N', t.keyNextFollowed),
      row('nextUnreadDirect', 'p', t.keyNextDirect),
      row('toggleTopic', 's', t.keyToggleTopic),
      row('directMessages', 'P', t.directMessages),
      row('topicList', 'y', t.topics),
      row('inContext', 'z', t.keyContext),
      row('previousChannel', 'A', t.keyPreviousChannel),
      row('nextChannel', 'D', t.keyNextChannel),
      row('inbox', 'I', t.inbox),
      row('recent', 't', t.recent),
      row('combined', 'a', t.combined),
      row('starred', '*', t.starred),
      row('composedTo', 'Ctrl+.', t.keyComposedTo),
      row('back', 'Alt+ArrowLeft', t.keyBack),
      row('forth', 'Alt+ArrowRight', t.keyForth),
    ],
  },
  {
    title: t.keysMessage,
    rows: [
      row('quote', '>', t.quoteMessage),
      row('forward', '<', t.forwardMessage),
      row('replyToSender', 'R', t.keyReplyToSender),
      row('mention', '@', t.keyMention),
      row('editLast', 'ArrowLeft', t.keyEditLast),
      row('menu', 'i', t.messageActions),
      row('edit', 'e', t.keyEdit),
      row('userCard', 'u', t.keyUserCard),
      row('readers', 'V', t.viewReaders),
      row('picture', 'v', t.keyPicture),
      row('move', 'm', t.moveMessage),
      row('history', 'H', t.viewHistory),
      row('star', 'Ctrl+s', t.starMessage),
      row('react', ':', t.addReaction),
      row('firstReaction', '=', t.keyFirstReaction),
      row('thumbsUp', '+', t.keyThumbsUp),
      row('unreadFrom', 'U', t.markUnreadFrom),
      row('collapse', '-', t.collapse),
      row('muteTopic', 'M', t.keyMuteTopic),
    ],
  },
  {
    title: t.compose,
    rows: [
      row(null, 'Ctrl+Enter', t.keySend),
      row(null, 'Ctrl+b', t.bold),
      row(null, 'Ctrl+i', t.italic),
      row(null, 'Ctrl+Shift+l', t.link),
      row(null, 'Ctrl+Shift+c', t.code),
      row(null, "Ctrl+'", t.snippets),
      row(null, 'Alt+p', t.preview),
    ],
  },
];

const BY_KEY: ReadonlyMap<string, Command> = new Map(
  KEY_TABLE.flatMap(({ rows }) =>
    rows.flatMap(({ command, keys }) => (command === null ? [] : keys.map((key) => [key, command] as const))),
  ),
);

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/**
 * What a key does. On other keyboards than Latin ones, the letter or sign that a Latin keyboard has in its place decides.
 *
 * @param isLatin whether the letters of the keyboard are Latin; only on others do the signs of ASCII count by their place
 */
export function commandOf({ key, code, ctrlKey, altKey, shiftKey }: Pressed, isLatin = true): Command | undefined {
  const prefix = (altKey ? 'Alt+' : '') + (ctrlKey ? 'Ctrl+' : '');
  const named = BY_KEY.get(prefix + (key === ' ' ? 'Space' : key));
  if (named !== undefined || !isByPlace(key, isLatin)) return named;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const latin =
    letter === undefined ? SIGNS[`${shiftKey ? 'Shift+' : ''}${code}`] : shiftKey ? letter : letter.toLowerCase();
  return latin === undefined ? undefined : BY_KEY.get(prefix + latin);
}

/** Latin letters, dead keys and the signs beside them are what they are: a German keyboard has signs by their names. */
function isByPlace(key: string, isLatin: boolean): boolean {
  if (key.length !== 1 || /[\p{Script=Latin}\p{Sc}]/u.test(key)) return false;
  return !isLatin || key > '\xff';
}

/** Whether a key shows that the letters of the keyboard are Latin; `null`: it shows nothing. */
export const isLatinLetter = (key: string): boolean | null =>
  /^\p{L}$/u.test(key) ? /^\p{Script=Latin}$/u.test(key) : null;

/** The letter that a key stands for beside Ctrl or Alt: on other keyboards than Latin ones by its place. `null`: none. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (isLatinLetter(key)) return key.toLowerCase();
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? null;
}

/** Signs by their place on a keyboard of the United States. */
const SIGNS: Readonly<Record<string, string>> = {
  Slash: '/',
  Period: '.',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  'Shift+Slash': '?',
  'Shift+Period': '>',
  'Shift+Comma': '<',
  'Shift+Semicolon': ':',
  'Shift+Digit2': '@',
  'Shift+Digit8': '*',
  'Shift+Equal': '+',
};

/** A letter or a sign without Ctrl, which speech input and slips of the hand cause, too. */
export const isSingle = ({ key, ctrlKey }: Pressed): boolean => key.length === 1 && !ctrlKey;
