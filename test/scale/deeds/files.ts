import { randomBytes } from 'node:crypto';
import type { Actor } from '../actor';
import { Counted, Deeds } from './deed';
import { send } from './messages';

const LARGEST_BYTES = 200_000;

/** Uploaded, readable at once on every node, and shown to some users. */
async function upload(actor: Actor, counted: Counted): Promise<void> {
  const { town, client, places } = actor;
  const content = randomBytes(1 + town.random.below(LARGEST_BYTES));
  const form = new FormData();
  form.append('file', new Blob([content]), 'noise.bin');
  const { body } = await counted(() => client.insist('POST', 'user_uploads', { form, patienceMs: 10_000 }));
  const url = body.url as string;
  const got = await client.download(url);
  if (!(got instanceof Buffer && got.equals(content)))
    town.breaches.push(`${url}: just uploaded, ${typeof got === 'number' ? got : 'and something else'}`);
  const place = town.random.pick(places.filter(({ isSteady }) => isSteady));
  const message = await send(town, client, place, { addition: ` [noise](${url})` });
  message.isClosed = true; // A file is deleted with its message.
  town.files.push({ url, content, ownerId: client.id, place });
}

export const FILE_DEEDS: Deeds = { 'upload a file': { weight: 2, act: upload } };
