import { Organization, User, UserIsUnknown, Users } from '@app/identity';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandFailed } from './errors';
import type { Terminal } from './terminal';

/**
 * An account by its e-mail address or its id.
 * @throws CommandFailed where there is none
 */
export async function userOf(context: INestApplicationContext, { id }: Organization, named: string): Promise<User> {
  const users = context.get(Users, { strict: false });
  try {
    return await (/^\d{1,15}$/.test(named) ? users.get(id, Number(named)) : users.byDeliveryEmail(id, named));
  } catch (error) {
    if (!(error instanceof UserIsUnknown)) throw error;
    throw new CommandFailed(`No such user: ${named}; "users list" shows all.`);
  }
}

/** What a client needs to know of an account, as the file that it reads. */
export function sayZuliprc(terminal: Terminal, { url }: Organization, { deliveryEmail }: User, apiKey: string): void {
  for (const line of ['[api]', `email=${deliveryEmail}`, `key=${apiKey}`, `site=${url}`]) terminal.say(line);
}

/** A password from standard input where that was asked for, else one of our own, which is then shown. */
export async function choosePassword(
  terminal: Terminal,
  fromInput: boolean | undefined,
  generate: () => string,
): Promise<{ password: string; isGenerated: boolean }> {
  if (fromInput) return { password: await terminal.readLine(), isGenerated: false };
  return { password: generate(), isGenerated: true };
}
