import type { Event } from '../support/event-queue';
import { ascending, same } from './channel-paths';
import type { Moment } from './event-paths';
import type { Message } from './facts';
import type { Model } from './model';
import { isTold } from './model-changes';
import type { Actor } from './scene';

type Kind = 'update_message' | 'delete_message';

/** The users whom an edit, a move or a deletion concerns get one event of it. */
export function checkChanges(
  who: Actor,
  events: readonly Event[],
  moments: readonly Moment[],
  momentOf: (event: Event) => Moment,
): void {
  for (const kind of ['update_message', 'delete_message'] as const) {
    const own = events.filter(({ type, rendering_only }) => type === kind && rendering_only !== true);
    for (const moment of moments) {
      const told = own
        .filter((event) => momentOf(event) === moment)
        .flatMap(({ message_ids }) => message_ids as number[])
        // The notice of a resolved topic may be changed with it and taken back at once.
        .filter((id) => kind === 'delete_message' || moment.after.messages.has(id));
      const wanted = concerned(moment, who, kind);
      same(`${kind} events of "${moment.story}"`, who, ascending(told), ascending(wanted));
    }
  }
}

function concerned({ before, after, who: actor, story }: Moment, { id: me }: Actor, kind: Kind): number[] {
  // The deleting user gets an event; the server deletes a withdrawn notice by itself.
  const isDeleter = actor?.id === me && !story.includes(' PATCH ');
  return before.allMessages().flatMap((message) => {
    const now = after.messages.get(message.id);
    const isGone = now === undefined;
    if (!isGone && now.past.length === message.past.length) return [];
    const had = isTold(before, me, message);
    const isKept = !isGone && keeps(before, me, message, now);
    if (kind === 'delete_message') return (had && !isKept) || (isGone && isDeleter) ? [message.id] : [];
    return !isGone && ((had && isKept) || gains(after, me, message, now)) ? [message.id] : [];
  });
}

/** In the same place all users who had it keep it; in another place those who can read that have it. */
const keeps = (model: Model, user: number, message: Message, now: Message): boolean =>
  message.channelId === now.channelId || model.readsMessage(user, now);

/** A user who gets it from an unknown place just finds it. */
const gains = (model: Model, user: number, message: Message, now: Message): boolean =>
  message.channelId !== now.channelId &&
  isTold(model, user, now) &&
  model.seesMetadata(user, model.channels.get(message.channelId!)!);
