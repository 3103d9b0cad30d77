import { NarrowContradictsItself, NarrowTermIsInvalid } from './errors';

/** A term of a narrow as a client writes it, whatever form it chose. */
export interface WrittenTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** What only the flags of one user decide, and what tells direct messages or resolved topics. */
const QUALITIES = ['direct', 'unread', 'starred', 'mentioned', 'alerted', 'resolved'] as const;
export type Quality = (typeof QUALITIES)[number];

/** What rendering found in a message. */
const CONTENTS = ['link', 'image', 'attachment'] as const;
export type Content = (typeof CONTENTS)[number];

/** A term that is well formed; names are not looked up yet. */
export type Term = { readonly negated: boolean } & (
  | { readonly kind: 'channel'; readonly channel: number | string }
  | { readonly kind: 'channels'; readonly which: 'public' | 'web-public' }
  | { readonly kind: 'topic'; readonly topic: string }
  /** Exactly the conversation of these people; with or without the one who asks. */
  | { readonly kind: 'conversation'; readonly people: readonly (number | string)[]; readonly written: string }
  | { readonly kind: 'sender'; readonly person: number | string }
  | { readonly kind: 'is'; readonly quality: Quality }
  | { readonly kind: 'has'; readonly content: Content }
  | { readonly kind: 'message'; readonly messageId: number }
  /** The whole conversation that a message is in now. */
  | { readonly kind: 'with'; readonly messageId: number }
);

type Operand = WrittenTerm['operand'];
type Reading = (operand: Operand) => DistributiveOmit<Term, 'negated'> | null;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const channel: Reading = (operand) => ({ kind: 'channel', channel: scalar('channel', operand) });
const channels: Reading = (operand) => {
  if (operand === 'public' || operand === 'web-public') return { kind: 'channels', which: operand };
  throw new NarrowTermIsInvalid(`unknown channels operand ${String(operand)}`);
};
const conversation: Reading = (operand) => ({
  kind: 'conversation',
  people: people(operand),
  written: String(operand),
});

/** Every operator that is understood, under all its names; what reads its operand. null: it does not filter. */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['channel', channel],
  ['stream', channel],
  ['channels', channels],
  ['streams', channels],
  ['topic', (operand) => ({ kind: 'topic', topic: String(scalar('topic', operand)) })],
  ['dm', conversation],
  ['pm-with', conversation],
  ['pm_with', conversation],
  ['sender', (operand) => ({ kind: 'sender', person: scalar('sender', operand) })],
  ['is', (operand) => ({ kind: 'is', quality: quality(operand) })],
  ['has', (operand) => ({ kind: 'has', content: contentNamed(operand) })],
  ['id', (operand) => ({ kind: 'message', messageId: messageId(operand, 'Invalid message ID') })],
  ['with', (operand) => ({ kind: 'with', messageId: messageId(operand, "Invalid 'with' operator") })],
  ['near', () => null],
]);

/** @throws NarrowTermIsInvalid, NarrowContradictsItself */
export function parseNarrow(written: readonly WrittenTerm[]): Term[] {
  const terms = written.flatMap(({ operator, operand, negated = false }) => {
    const read = READINGS.get(operator);
    if (!read) throw new NarrowTermIsInvalid(`unknown operator ${operator}`);
    const term = read(operand);
    return term ? [{ ...term, negated } as Term] : [];
  });
  if (terms.some(meansDirect) && terms.some(meansChannel)) throw new NarrowContradictsItself();
  if (terms.filter(({ kind }) => kind === 'with').length > 1) {
    throw new NarrowTermIsInvalid("Duplicate 'with' operators.");
  }
  return terms;
}

const isDirect = (term: Term): boolean => term.kind === 'is' && term.quality === 'direct';
const meansDirect = (term: Term): boolean => !term.negated && (term.kind === 'conversation' || isDirect(term));
const meansChannel = (term: Term): boolean =>
  term.negated ? isDirect(term) : term.kind === 'channel' || term.kind === 'channels' || term.kind === 'topic';

function scalar(operator: string, operand: Operand): number | string {
  if (typeof operand === 'object') throw new NarrowTermIsInvalid(`unknown ${operator} ${JSON.stringify(operand)}`);
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
  if (!known) throw new NarrowTermIsInvalid(`unknown 'is' operand ${String(operand)}`);
  return known;
}

function contentNamed(operand: Operand): Content {
  const known = CONTENTS.find((one) => one === operand);
  if (!known) throw new NarrowTermIsInvalid(`unknown 'has' operand ${String(operand)}`);
  return known;
}

function messageId(operand: Operand, fault: string): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number') throw new NarrowTermIsInvalid(fault);
  return id;
}
