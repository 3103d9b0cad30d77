import { Mails } from '@app/platform';
import type { World } from './world';

export interface Written {
  id: number;
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
}

/** All mails to an address that the server has written, oldest first; of a world without a mail server. */
export async function mailsTo(world: World, address: string): Promise<Written[]> {
  const mails = world.service(Mails);
  const all = (await mails.list(1_000)).filter(({ to }) => to === address).reverse();
  return Promise.all(all.map(async ({ id }) => (await mails.show(id)) as Written));
}

/** The latest mail to an address. */
export async function mailTo(world: World, address: string): Promise<Written> {
  const mail = (await mailsTo(world, address)).at(-1);
  if (!mail) throw new Error(`Nobody has written to ${address}.`);
  return mail;
}

/** The path of the link in a mail. */
export function linkIn({ text }: Pick<Written, 'text'>): string {
  const url =
    /https?:\/\/\S+\/(?:accounts\/(?:do_confirm|password\/reset|confirm_new_email)|join)\/[A-Za-z0-9_-]+\/?/.exec(text);
  if (!url) throw new Error(`There is no link in: ${text}`);
  return new URL(url[0]).pathname;
}
