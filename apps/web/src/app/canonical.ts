import type { Place } from '../links/hash';
import { Narrow, OF_USERS, Term } from '../links/narrow';
import { directWith } from '../store/conversations';
import type { Store } from '../store/store';

/**
 * The same place as this client's own links name it. Links of other clients and of users may name a channel by its name,
 * the user as `me`, and the users of a conversation in any order, also with the user among them.
 */
export function canonical(store: Store, place: Place): Place {
  if (place.view !== 'messages') return place;
  const narrow: Narrow = place.narrow.map((term) => canonicalTerm(store, term));
  const isSo = narrow.every((term, at) => term === place.narrow[at]);
  return isSo ? place : { view: 'messages', narrow };
}

function canonicalTerm(store: Store, term: Term): Term {
  const operand = canonicalOperand(store, term);
  return JSON.stringify(operand) === JSON.stringify(term.operand) ? term : { ...term, operand };
}

function canonicalOperand(store: Store, { operator, operand }: Term): Term['operand'] {
  if (operator === 'channel' && typeof operand === 'string') return idOfChannel(store, operand) ?? operand;
  if (!OF_USERS.has(operator)) return operand;
  if (operand === 'me') return [store.me];
  return operator === 'dm' && typeof operand === 'object' ? directWith(operand, store.me).userIds : operand;
}

/** Links have dashes for blanks. */
function idOfChannel(store: Store, written: string): number | undefined {
  const dashed = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
  return store.channels.all.peekAll().find(({ name }) => dashed(name) === dashed(written))?.stream_id;
}
