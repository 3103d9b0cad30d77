import { NarrowTermIsInvalid } from '../errors';
import { BIT, isMentioned, Standing } from '../received/flag';
import type { Term } from './narrow';
import { foldTopic, isResolved, readTopic } from '../topics/topic';

interface Addressed {
  readonly id: number;
  readonly email: string;
}

/** A delivered message, with the fields that the narrow of a queue needs. */
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
 * The filter of a queue's narrow: messages must meet every term. It reads nothing, so names are compared with those in
 * the message.
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

/** Terms that would need a read, or that are unknown at delivery. */
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
      return () => false; // a new message is never starred
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
