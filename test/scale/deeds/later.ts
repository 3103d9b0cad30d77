import type { Actor } from '../actor';
import { contentOf } from '../ledger';
import { Counted, Deeds } from './deed';

/** So many seconds ahead. */
const SOONEST = 2;
const SPAN = 4;

/** Acknowledged: it comes once. Not acknowledged: it comes once or never; nobody repeats it under the same number. */
async function schedule({ town, client, places }: Actor, counted: Counted): Promise<void> {
  if (town.isClosing) return;
  const { random, ledger } = town;
  const place = random.pick(places.filter(({ isSteady }) => isSteady));
  const topic = place.channelId === null ? {} : { topic: 'later' };
  const seconds = SOONEST + random.below(SPAN);
  await counted(async () => {
    for (let isDone = false; !isDone;) {
      const message = ledger.open(client.id, place, false);
      const scheduled_delivery_timestamp = Math.floor(Date.now() / 1_000) + seconds;
      const content = contentOf(message.number);
      const reply = await client.attempt('POST', 'scheduled_messages', {
        parameters: { ...place.address, ...topic, content, scheduled_delivery_timestamp },
      });
      isDone = reply !== null;
      if (reply?.status === 200) message.acknowledgedAt = performance.now();
      else if (reply) town.breaches.push(`scheduled_messages: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
  });
}

export const LATER_DEEDS: Deeds = { 'schedule a message': { weight: 3, act: schedule } };
