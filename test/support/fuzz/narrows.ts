import type { Context } from './sensible';

type Operand = string | number | readonly number[];
type Operator = readonly [name: string, operands: (context: Context) => readonly Operand[]];

/** Operators with valid operands. Those of channels and of direct messages contradict each other. */
const OF_CHANNELS: readonly Operator[] = [
  ['channel', ({ stage }) => ['general', stage.generalId]],
  ['stream', () => ['general']],
  ['channels', () => ['public', 'web-public']],
  ['topic', () => ['greetings', 'news', '']],
];
const OF_DIRECT_MESSAGES: readonly Operator[] = [
  ['dm', ({ stage }) => [[stage.people.member.id], stage.people.guest.email]],
  ['pm-with', ({ stage }) => [stage.people.member.email]],
  ['dm-including', ({ stage }) => [stage.people.guest.id, stage.people.owner.email]],
  ['group-pm-with', ({ stage }) => [stage.people.guest.id]],
  ['is', () => ['dm']],
];
const OF_BOTH: readonly Operator[] = [
  ['sender', ({ stage }) => [stage.people.owner.id, stage.people.member.email]],
  ['is', () => ['unread', 'starred', 'mentioned', 'alerted', 'resolved', 'followed', 'muted']],
  ['has', () => ['link', 'image', 'attachment', 'reaction']],
  ['in', () => ['home', 'all']],
  ['id', ({ stage }) => stage.openMessageIds],
  ['near', ({ stage }) => stage.openMessageIds],
  ['search', () => ['hello', '"a phrase" main.ts', 'the', 'you you', '-hello', 'x & | ! <->']],
];

const MAX_TERMS = 3;

/** A filter of messages, in one of the forms in which clients write it. */
export function narrowFor(context: Context): unknown {
  const { random, target, stage } = context;
  // A queue only supports terms that depend on the message alone.
  if (target.path.endsWith('/register')) return [['channel', 'general']];
  if (random.chance(0.1)) return [{ operator: 'with', operand: random.pick(stage.openMessageIds) }];
  const operators = [...random.pick([OF_CHANNELS, OF_DIRECT_MESSAGES]), ...OF_BOTH];
  const isInPairs = random.chance(0.2);
  return Array.from({ length: random.below(MAX_TERMS + 1) }, () => {
    const [operator, operands] = random.pick(operators);
    const operand = random.pick(operands(context));
    if (isInPairs) return [operator, String(operand)];
    return operator !== 'is' && random.chance(0.2) ? { operator, operand, negated: true } : { operator, operand };
  });
}
