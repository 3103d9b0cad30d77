import { NarrowContradictsItself, NarrowTermIsInvalid, SearchIsBlank } from '../errors';

/** A term of a narrow as a client writes it, whatever form it chose. */
export interface WrittenTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** Properties of a message or topic that depend on one user's flags and policies, or on the message. */
const QUALITIES = ['direct', 'unread', 'starred', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'] as const;
export type Quality = (typeof QUALITIES)[number];

/** Properties of the content, or added to the message by users. */
const CONTENTS = ['link', 'image', 'attachment', 'reaction'] as const;
export type Content = (typeof CONTENTS)[number];

/** A well-formed term. Its names are not resolved yet. */
export type Term = { readonly negated: boolean } & (
  | { readonly kind: 'channel'; readonly channel: number | string }
  | { readonly kind: 'channels'; readonly which: 'public' | 'web-public' }
  | { readonly kind: 'topic'; readonly topic: string }
  /** Exactly the conversation of these users, with or without the reader. */
  | { readonly kind: 'conversation'; readonly people: readonly (number | string)[]; readonly written: string }
  /** All conversations with this user; `group`: only those of three or more users. */
  | { readonly kind: 'including' | 'group'; readonly person: number | string }
  | { readonly kind: 'sender'; readonly person: number | string }
  | { readonly kind: 'is'; readonly quality: Quality }
  | { readonly kind: 'has'; readonly content: Content }
  /** All messages that are not muted, or all messages. */
  | { readonly kind: 'home' | 'all' }
  | { readonly kind: 'message'; readonly messageId: number }
  /** The whole conversation that contains the message now. */
  | { readonly kind: 'with'; readonly messageId: number }
  /** Words and phrases as the user typed them, not blank; each must be found. */
  | { readonly kind: 'search'; readonly words: string }
);

type Operand = WrittenTerm['operand'];
type Reading = (operand: Operand) => DistributiveOmit<Term, 'negated'> | null;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const channel: Reading = (operand) => ({ kind: 'channel', channel: scalar('unknown channel', operand) });
const channels: Reading = (operand) => {
  if (operand === 'public' || operand === 'web-public') return { kind: 'channels', which: operand };
  throw new NarrowTermIsInvalid(`unknown channels operand ${shown(operand)}`);
};
const conversation: Reading = (operand) => ({
  kind: 'conversation',
  people: people(operand),
  written: shown(operand),
});
const including: Reading = (operand) => ({ kind: 'including', person: scalar('unknown user', operand) });
const group: Reading = (operand) => ({ kind: 'group', person: scalar('unknown user', operand) });
const within: Reading = (operand) => {
  if (operand === 'home' || operand === 'all') return { kind: operand };
  throw new NarrowTermIsInvalid(`unknown 'in' operand ${shown(operand)}`);
};

/** All operators under all their names, with the reader of the operand. `null`: the operator does not filter. */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['channel', channel],
  ['stream', channel],
  ['channels', channels],
  ['streams', channels],
  ['topic', (operand) => ({ kind: 'topic', topic: String(scalar('unknown topic', operand)) })],
  ['dm', conversation],
  ['pm-with', conversation],
  ['pm_with', conversation],
  ['dm-including', including],
  ['dm-with', including],
  ['group-pm-with', group],
  ['group_pm_with', group],
  ['sender', (operand) => ({ kind: 'sender', person: scalar('unknown user', operand) })],
  ['is', (operand) => ({ kind: 'is', quality: quality(operand) })],
  ['has', (operand) => ({ kind: 'has', content: contentNamed(operand) })],
  ['in', within],
  ['id', (operand) => ({ kind: 'message', messageId: messageId(operand, 'Invalid message ID') })],
  ['with', (operand) => ({ kind: 'with', messageId: messageId(operand, "Invalid 'with' operator") })],
  ['near', () => null],
  ['search', (operand) => ({ kind: 'search', words: searched(operand) })],
]);

/**
 * Parses the terms. All search terms become one, except negated ones, which stay separate.
 * @throws NarrowTermIsInvalid, NarrowContradictsItself, SearchIsBlank
 */
export function parseNarrow(written: readonly WrittenTerm[]): Term[] {
  const terms = written.flatMap(({ operator, operand, negated = false }) => {
    const read = READINGS.get(operator);
    if (!read) throw new NarrowTermIsInvalid(`unknown operator ${operator}`);
    const term = read(operand);
    return term ? [{ ...term, negated }] : [];
  });
  if (terms.some(meansDirect) && terms.some(meansChannel)) throw new NarrowContradictsItself();
  if (terms.filter(({ kind }) => kind === 'with').length > 1) {
    throw new NarrowTermIsInvalid("Duplicate 'with' operators.");
  }
  return joinSearches(terms);
}

/** The terms that spectators may use. */
const OF_SPECTATORS = new Set([
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
]);

/** The terms of a spectator's narrow; `null`: spectators may not use it. */
export function spectatorsNarrow(written: readonly WrittenTerm[]): WrittenTerm[] | null {
  const narrow = written.filter(({ operator, operand, negated }) => operator !== 'in' || operand !== 'home' || negated);
  const isWebPublic = narrow.some(
    ({ operator, operand, negated }) =>
      (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated,
  );
  return isWebPublic && narrow.every(({ operator }) => OF_SPECTATORS.has(operator)) ? narrow : null;
}

function joinSearches(terms: readonly Term[]): Term[] {
  const isSearch = (term: Term): term is Term & { kind: 'search' } => term.kind === 'search' && !term.negated;
  const searches = terms.filter(isSearch);
  if (searches.length < 2) return [...terms];
  const words = searches.map((term) => term.words).join(' ');
  return [...terms.filter((term) => !isSearch(term)), { kind: 'search', words, negated: false }];
}

const DIRECT = new Set<Term['kind']>(['conversation', 'including', 'group']);
const isDirect = (term: Term): boolean => term.kind === 'is' && term.quality === 'direct';
const meansDirect = (term: Term): boolean => !term.negated && (DIRECT.has(term.kind) || isDirect(term));
const meansChannel = (term: Term): boolean =>
  term.negated ? isDirect(term) : term.kind === 'channel' || term.kind === 'channels' || term.kind === 'topic';

const shown = (operand: Operand): string => (typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand));

function scalar(fault: string, operand: Operand): number | string {
  if (typeof operand === 'object') throw new NarrowTermIsInvalid(`${fault} ${shown(operand)}`);
  return operand;
}

function people(operand: Operand): (number | string)[] {
  if (typeof operand === 'object') return [...operand];
  if (typeof operand === 'number') return [operand];
  return operand
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
}

function quality(operand: Operand): Quality {
  if (operand === 'dm' || operand === 'private') return 'direct';
  const known = QUALITIES.find((one) => one === operand && one !== 'direct');
  if (!known) throw new NarrowTermIsInvalid(`unknown 'is' operand ${shown(operand)}`);
  return known;
}

function contentNamed(operand: Operand): Content {
  const known = CONTENTS.find((one) => one === operand);
  if (!known) throw new NarrowTermIsInvalid(`unknown 'has' operand ${shown(operand)}`);
  return known;
}

function messageId(operand: Operand, fault: string): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number') throw new NarrowTermIsInvalid(fault);
  return id;
}

function searched(operand: Operand): string {
  const words = String(scalar('unknown search operand', operand)).trim();
  if (words === '') throw new SearchIsBlank();
  return words;
}
