import { NarrowTermIsInvalid } from '../errors';
import { BIT, isMentioned, Standing } from '../received/flag';
import type { Term } from './narrow';
import { foldTopic, isResolved, readTopic } from '../topics/topic';

interface Addressed {
  readonly id: number;
  readonly email: string;
}

/** A message that is just delivered, as far as the narrow of a queue looks at it. */
export interface DeliveredMessage {
  readonly channel: { readonly id: number; readonly name: string } | null;
  readonly topic: string;
  readonly emptyTopicName: string;
  readonly sender: Addressed;
  /** Of a direct message. */
  readonly participants: readonly Addressed[] | null;
  readonly standing: Standing;
  readonly viewerId: number;
}

type Test = (message: DeliveredMessage) => boolean;

/**
 * Which messages a queue with a narrow delivers: those that fit every term. Nothing is looked up, so names are compared
 * as they are in the message.
 * @throws NarrowTermIsInvalid for what queues do not support
 */
export function queueFilter(terms: readonly Term[]): Test {
  const tests = terms.map(testOf);
  return (message) => tests.every((fits) => fits(message));
}

function testOf(term: Term): Test {
  switch (term.kind) {
    case 'channel':
      return ({ channel }) => channel !== null && isNamed(term.channel, channel.id, channel.name);
    case 'topic':
      return ({ channel, topic, emptyTopicName }) =>
        channel !== null && foldTopic(topic) === foldTopic(readTopic(term.topic, emptyTopicName));
    case 'sender':
      return ({ sender }) => isNamed(term.person, sender.id, sender.email);
    case 'conversation':
      return ({ participants, viewerId }) =>
        participants !== null && isConversationOf(participants, term.people, viewerId);
    case 'including':
      return (message) => isAmong(message, term.person);
    case 'group':
      return (message) => isAmong(message, term.person) && message.participants!.length > 2;
    case 'is':
      return qualityTest(term.quality);
    default:
      throw new NarrowTermIsInvalid(`unknown operator ${OPERATORS[term.kind]}`);
  }
}

/** What would have to be looked up, or is not known when a message is delivered. */
const OPERATORS = {
  channels: 'channels',
  has: 'has',
  home: 'in',
  all: 'in',
  message: 'id',
  with: 'with',
  search: 'search',
} as const;

const isAmong = ({ participants }: DeliveredMessage, person: number | string): boolean =>
  participants?.some(({ id, email }) => isNamed(person, id, email)) ?? false;

function qualityTest(quality: (Term & { kind: 'is' })['quality']): Test {
  switch (quality) {
    case 'direct':
      return ({ participants }) => participants !== null;
    case 'unread':
      return ({ standing }) => standing.isUnread;
    case 'mentioned':
      return ({ standing }) => isMentioned(standing);
    case 'resolved':
      return ({ channel, topic }) => channel !== null && isResolved(topic);
    case 'alerted':
      return ({ standing }) => (standing.bits & BIT.alertWord) !== 0;
    case 'starred':
      return () => false; // nobody has starred what is just sent
    case 'followed':
    case 'muted':
      throw new NarrowTermIsInvalid(`unknown 'is' operand ${quality}`);
  }
}

const isNamed = (written: number | string, id: number, name: string): boolean =>
  typeof written === 'number' ? written === id : written.toLowerCase() === name.toLowerCase();

function isConversationOf(
  participants: readonly Addressed[],
  people: readonly (number | string)[],
  viewerId: number,
): boolean {
  const isMeant = ({ id, email }: Addressed): boolean => people.some((written) => isNamed(written, id, email));
  const isHere = (written: number | string): boolean =>
    participants.some(({ id, email }) => isNamed(written, id, email));
  return people.length > 0 && people.every(isHere) && participants.every((one) => one.id === viewerId || isMeant(one));
}
