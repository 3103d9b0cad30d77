import { Connection, patiently } from '@parley/client';
import type { KnownMessage } from '../store/messages';
import type { Store } from '../store/store';
import { Refusal, refusalOf } from './refusal';

type Reaction = KnownMessage['reactions'][number];
export type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** A reaction that the server has: those that stand behind it. `null`: it has none. */
type Place = readonly Reaction[] | null;
const AT_THE_END: Place = [];

/** Another tab or device was faster: the server has what is wanted. */
const DONE_ALREADY = ['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'];

/** Adds and removes the user's own reactions. */
export class Reactions {
  /** What is asked of the server last, by message and emoji, with where the server has the reaction after it. */
  private readonly underWay = new Map<string, Promise<Place>>();

  constructor(private readonly connection: Connection) {}

  /**
   * Shown at once, and taken back where the server refuses. One request follows the other: what is pressed last stays.
   *
   * @param isSet whether it is there now
   */
  async toggle(store: Store, messageId: number, emoji: Emoji, isSet: boolean): Promise<Refusal | null> {
    const key = `${messageId} ${emoji.reaction_type} ${emoji.emoji_code}`;
    const before = this.underWay.get(key) ?? Promise.resolve(isSet ? placeOf(store, messageId, emoji) : null);
    show(store, messageId, emoji, isSet ? null : AT_THE_END);
    const told = before.then(() => this.tell(messageId, emoji, !isSet));
    const stored = told.then((refusal) => (refusal ? before : isSet ? null : AT_THE_END));
    this.underWay.set(key, stored);
    const refusal = await told;
    if (this.underWay.get(key) !== stored) return refusal;
    this.underWay.delete(key);
    if (refusal) show(store, messageId, emoji, await before);
    return refusal;
  }

  private async tell(id: number, { emoji_name, emoji_code, reaction_type }: Emoji, isWanted: boolean) {
    const parameters = { id, emoji_name, emoji_code, reaction_type };
    const ask = () =>
      isWanted
        ? this.connection.request('POST messages/{id}/reactions', parameters)
        : this.connection.request('DELETE messages/{id}/reactions', parameters);
    const refusal = await refusalOf(patiently(ask, { attempts: 3 }));
    return refusal && DONE_ALREADY.includes(refusal.code) ? null : refusal;
  }
}

const isSame = (one: Emoji, other: Emoji): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type;

/** Where the user's own reaction is. */
function placeOf(store: Store, messageId: number, emoji: Emoji): Place {
  const all = store.messages.all.peek(messageId)?.reactions ?? [];
  return all.slice(all.findIndex((one) => one.user_id === store.me && isSame(one, emoji)) + 1);
}

/** As the event will, which changes nothing then. */
function show(store: Store, messageId: number, emoji: Emoji, place: Place): void {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const about = { message_id: messageId, emoji_name, emoji_code, reaction_type, user_id: store.me };
  store.apply([{ id: 0, type: 'reaction', op: place ? 'add' : 'remove', ...about }]);
  if (place?.length) store.messages.moveLastReaction(messageId, place);
}
