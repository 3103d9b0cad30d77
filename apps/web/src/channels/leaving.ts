import type { Client } from '../app/client';
import { t } from '../i18n';
import type { Refusal } from '../server/refusal';
import type { KnownChannel } from '../store/channels';
import { maySubscribe } from '../store/rights';
import type { Store } from '../store/store';

/** Whether the user needs others to come back. */
export const isLeftForGood = (store: Store, { invite_only: isPrivate }: KnownChannel): boolean =>
  isPrivate || !maySubscribe(store);

/** Takes the user out of a channel, and offers to take it back. */
export async function leaveChannel({ subscribing, notices }: Client, name: string): Promise<void> {
  const isDone = (refusal: Refusal | null): boolean => {
    if (refusal) notices.fail(refusal.message || t.notReached);
    return refusal === null;
  };
  const comeBack = async () => void isDone(await subscribing.subscribe(name));
  if (isDone(await subscribing.unsubscribe(name))) notices.say(t.unsubscribed(name), () => void comeBack());
}
