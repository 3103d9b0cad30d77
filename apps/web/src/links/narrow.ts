/** Which messages a view shows: all terms must fit. */
export interface Term {
  readonly operator: Operator;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** Those of the protocol that links may hold; older names are read, too (`hash.ts`). */
export const OPERATORS = [
  'channel',
  'channels',
  'topic',
  'dm',
  'dm-including',
  'sender',
  'is',
  'has',
  'in',
  'id',
  'near',
  'with',
  'search',
] as const;
export type Operator = (typeof OPERATORS)[number];

export type Narrow = readonly Term[];

/** Operators that take users by their ids. */
export const OF_USERS: ReadonlySet<Operator> = new Set(['dm', 'dm-including', 'sender']);
/** Operators that take the id of a message. */
export const OF_MESSAGES: ReadonlySet<Operator> = new Set(['id', 'near', 'with']);

export const COMBINED: Narrow = [];
export const channelNarrow = (channelId: number): Narrow => [{ operator: 'channel', operand: channelId }];
export const topicNarrow = (channelId: number, topic: string): Narrow => [
  ...channelNarrow(channelId),
  { operator: 'topic', operand: topic },
];
/** @param others the other participants; none: messages to self, which name the user */
export const directNarrow = (others: readonly number[]): Narrow => [
  { operator: 'dm', operand: [...others].sort((a, b) => a - b) },
];
/** The messages of the user that others have reacted to. */
export const reactionsNarrow = (me: number): Narrow => [
  { operator: 'has', operand: 'reaction' },
  { operator: 'sender', operand: [me] },
];
export const isNarrow = (operand: string): Narrow => [{ operator: 'is', operand }];

/** What tells narrows apart: the same messages, the same key. The place in them does not count. */
export const narrowKey = (narrow: Narrow): string =>
  JSON.stringify(
    narrow
      .filter(({ operator }) => operator !== 'near' && operator !== 'with')
      .map(({ operator, operand, negated = false }) => [
        operator,
        operator === 'topic' ? String(operand).toLowerCase() : operand,
        negated,
      ]),
  );

/** The operand of the only term of that operator; undefined where there is none, or several. */
export function operandOf(narrow: Narrow, operator: Operator): Term['operand'] | undefined {
  const found = narrow.filter((term) => term.operator === operator && !term.negated);
  return found.length === 1 ? found[0]!.operand : undefined;
}

/** The conversation of a narrow, if it has one: a topic of a channel, or users. */
export type Conversation =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] };
export type TopicConversation = Extract<Conversation, { kind: 'topic' }>;

export function conversationOf(narrow: Narrow): Conversation | null {
  const rest = narrow.filter(({ operator }) => operator !== 'near' && operator !== 'with');
  const channelId = operandOf(rest, 'channel');
  const topic = operandOf(rest, 'topic');
  const users = operandOf(rest, 'dm');
  if (rest.length === 2 && typeof channelId === 'number' && typeof topic === 'string')
    return { kind: 'topic', channelId, topic };
  if (rest.length === 1 && Array.isArray(users)) return { kind: 'direct', userIds: users as readonly number[] };
  return null;
}

export const narrowOf = (conversation: Conversation): Narrow =>
  conversation.kind === 'topic'
    ? topicNarrow(conversation.channelId, conversation.topic)
    : directNarrow(conversation.userIds);
