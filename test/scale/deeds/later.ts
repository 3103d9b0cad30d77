import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../actor';
import { BETWEEN_ATTEMPTS_MS } from '../client';
import { contentOf } from '../ledger';
import { Counted, Deeds, said } from './deed';

/** So many seconds ahead. */
const SOONEST = 2;
const SPAN = 4;
const isPast = said(/must be in the future/);

/** Acknowledged: it comes once. Not acknowledged: it comes once or never; its number is not used again. */
async function schedule({ town, client, places }: Actor, counted: Counted): Promise<void> {
  const { random, ledger } = town;
  const place = random.pick(places.filter(({ isSteady }) => isSteady));
  const topic = place.channelId === null ? {} : { topic: 'later' };
  let seconds = SOONEST + random.below(SPAN);
  await counted(async () => {
    for (let isDone = false; !isDone;) {
      const message = ledger.open(client.id, place, false);
      const scheduled_delivery_timestamp = Math.floor(Date.now() / 1_000) + seconds;
      const content = contentOf(message.number);
      const reply = await client.attempt('POST', 'scheduled_messages', {
        parameters: { ...place.address, ...topic, content, scheduled_delivery_timestamp },
      });
      // A user whom the machine delays for longer gets the error for it.
      const isTooLate = isPast(reply?.body ?? {});
      if (isTooLate) seconds *= 2;
      isDone = reply !== null && !isTooLate;
      if (!isDone) await delay(BETWEEN_ATTEMPTS_MS);
      if (reply?.status === 200) message.acknowledgedAt = performance.now();
      else if (isDone) town.breaches.push(`scheduled_messages: ${reply!.status} ${JSON.stringify(reply!.body)}`);
    }
  });
}

export const LATER_DEEDS: Deeds = { 'schedule a message': { weight: 3, act: schedule } };
