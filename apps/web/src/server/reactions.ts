import { Connection, patiently } from '@parley/client';
import type { KnownMessage } from '../store/messages';
import type { Store } from '../store/store';
import { Refusal, refusalOf } from './refusal';

export type Emoji = Pick<KnownMessage['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Another tab or device was faster: the server has what is wished. */
const DONE_ALREADY = ['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'];

/** Adds and removes the user's own reactions. */
export class Reactions {
  /** What is asked of the server last, by message and emoji, with whether the server has the reaction after it. */
  private readonly underWay = new Map<string, Promise<boolean>>();

  constructor(private readonly connection: Connection) {}

  /**
   * Shown at once, and taken back where the server refuses. One request follows the other: what is pressed last stays.
   *
   * @param isSet whether it is there now
   */
  async toggle(store: Store, messageId: number, emoji: Emoji, isSet: boolean): Promise<Refusal | null> {
    const key = `${messageId} ${emoji.reaction_type} ${emoji.emoji_code}`;
    const before = this.underWay.get(key) ?? Promise.resolve(isSet);
    show(store, messageId, emoji, !isSet);
    const told = before.then(() => this.tell(messageId, emoji, !isSet));
    const stored = told.then((refusal) => (refusal ? before : !isSet));
    this.underWay.set(key, stored);
    const refusal = await told;
    if (this.underWay.get(key) !== stored) return refusal;
    this.underWay.delete(key);
    if (refusal) show(store, messageId, emoji, await before);
    return refusal;
  }

  private async tell(id: number, { emoji_name, emoji_code, reaction_type }: Emoji, isWished: boolean) {
    const parameters = { id, emoji_name, emoji_code, reaction_type };
    const ask = () =>
      isWished
        ? this.connection.request('POST messages/{id}/reactions', parameters)
        : this.connection.request('DELETE messages/{id}/reactions', parameters);
    const refusal = await refusalOf(patiently(ask, { attempts: 3 }));
    return refusal && DONE_ALREADY.includes(refusal.code) ? null : refusal;
  }
}

/** As the event will, which changes nothing then. */
function show(store: Store, messageId: number, emoji: Emoji, isSet: boolean): void {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const about = { message_id: messageId, emoji_name, emoji_code, reaction_type, user_id: store.me };
  store.apply([{ id: 0, type: 'reaction', op: isSet ? 'add' : 'remove', ...about }]);
}
