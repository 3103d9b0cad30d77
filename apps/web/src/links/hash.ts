import { isNarrow, Narrow, OF_MESSAGES, OF_USERS, Operator, OPERATORS, Term } from './narrow';

/** What the address names behind `#`. */
export type Place =
  | { readonly view: 'inbox' | 'recent' | 'drafts' | 'scheduled' | 'reminders' }
  | { readonly view: 'messages'; readonly narrow: Narrow }
  /** The topics of a channel. */
  | { readonly view: 'topics'; readonly channelId: number }
  /** The channel browser. */
  | { readonly view: 'channels'; readonly channelId: number | null }
  | { readonly view: 'user'; readonly userId: number }
  | { readonly view: 'settings'; readonly section: string };

/** Names for the readable part of links. They have no meaning for the server. */
export interface Names {
  channel(id: number): string | undefined;
  user(id: number): string | undefined;
}

const SIMPLE = ['inbox', 'recent', 'drafts', 'scheduled', 'reminders'] as const;
/** What older links call an operator or a view. */
const OLDER_OPERATORS: Readonly<Record<string, Operator>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
};
const OLDER_VIEWS: Readonly<Record<string, Place>> = {
  recent_topics: { view: 'recent' },
  all_messages: { view: 'messages', narrow: [] },
  feed: { view: 'messages', narrow: [] },
  starred: { view: 'messages', narrow: isNarrow('starred') },
};

/** The place that a hash names, with or without `#`; null where it names none. */
export function parseHash(hash: string): Place | null {
  const parts = partsOf(hash.replace(/^#/, ''));
  const [first = '', second, third] = parts;
  const simple = SIMPLE.find((view) => view === first);
  if (simple && parts.length === 1) return { view: simple };
  if (parts.length === 1 && first in OLDER_VIEWS) return OLDER_VIEWS[first]!;
  if (first === 'narrow') return parseNarrow(parts.slice(1));
  if (first === 'channels' || first === 'streams') return { view: 'channels', channelId: leadingId(second) };
  if (first === 'topics' && (second === 'channel' || second === 'stream')) {
    const channelId = leadingId(third);
    return channelId === null ? null : { view: 'topics', channelId };
  }
  const userId = first === 'user' ? leadingId(second) : null;
  if (userId !== null) return { view: 'user', userId };
  if (first === 'settings' || first === 'organization') return { view: 'settings', section: parts.join('/') };
  return null;
}

/** Without the slash at the end; in a narrow it may belong to a topic without a name. */
function partsOf(hash: string): string[] {
  const parts = hash.split('/');
  const isWhole = parts.at(-1) !== '' || parts.length === 1 || (parts[0] === 'narrow' && parts.length % 2 > 0);
  return isWhole ? parts : parts.slice(0, -1);
}

/** The hash of a place, with `#`. */
export function printHash(place: Place, names: Names = NO_NAMES): string {
  switch (place.view) {
    case 'messages':
      return place.narrow.length === 0
        ? '#feed'
        : `#narrow/${place.narrow.map((term) => printTerm(term, names)).join('/')}`;
    case 'topics':
      return `#topics/channel/${encode(slug(place.channelId, names.channel(place.channelId)))}`;
    case 'channels':
      return place.channelId === null
        ? '#channels/all'
        : `#channels/${encode(slug(place.channelId, names.channel(place.channelId)))}`;
    case 'user':
      return `#user/${place.userId}`;
    case 'settings':
      return `#${place.section}`;
    default:
      return `#${place.view}`;
  }
}

const NO_NAMES: Names = { channel: () => undefined, user: () => undefined };

function parseNarrow(parts: readonly string[]): Place | null {
  const terms: Term[] = [];
  if (parts.length % 2 > 0) return null;
  for (let at = 0; at < parts.length; at += 2) {
    const term = parseTerm(parts[at]!, parts[at + 1]!);
    if (!term) return null;
    terms.push(term);
  }
  return { view: 'messages', narrow: terms };
}

function parseTerm(name: string, encoded: string): Term | null {
  const negated = name.startsWith('-');
  const word = negated ? name.slice(1) : name;
  const operator = OLDER_OPERATORS[word] ?? OPERATORS.find((one) => one === word);
  const text = decode(encoded);
  if (!operator || text === null) return null;
  const operand = parseOperand(operator, text);
  return operand === null ? null : { operator, operand, ...(negated ? { negated } : {}) };
}

function parseOperand(operator: Operator, text: string): Term['operand'] | null {
  if (operator === 'is' && text === 'private') return 'dm'; // as older links call it
  if (operator === 'channel') return leadingId(text) ?? (text === '' ? null : text);
  if (OF_MESSAGES.has(operator)) return /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (!OF_USERS.has(operator) || text === 'me') return text;
  const [ids] = /^\d{1,15}(,\d{1,15})*(?=-|$)/.exec(text) ?? [];
  return ids === undefined ? null : ids.split(',').map(Number);
}

function printTerm({ operator, operand, negated }: Term, names: Names): string {
  return `${negated ? '-' : ''}${operator}/${encode(printOperand(operator, operand, names))}`;
}

function printOperand(operator: Operator, operand: Term['operand'], names: Names): string {
  if (operator === 'channel' && typeof operand === 'number') return slug(operand, names.channel(operand));
  if (typeof operand === 'string' || typeof operand === 'number') return String(operand);
  return operand.length === 1 ? slug(operand[0]!, names.user(operand[0]!)) : `${operand.join()}-group`;
}

const slug = (id: number, name: string | undefined): string =>
  name === undefined ? String(id) : `${id}-${name.replace(/[ /]+/g, '-')}`;

function leadingId(text: string | undefined): number | null {
  const [, digits] = /^(\d{1,15})(-|$)/.exec(text ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

const ESCAPES: Readonly<Record<string, string>> = { '%': '.', '.': '.2E', '(': '.28', ')': '.29' };

/** Percent-encoded with a dot for the percent sign, which programs that find links in texts leave whole. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[%.()]/g, (one) => ESCAPES[one]!);

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return null;
  }
}
