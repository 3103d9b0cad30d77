import { roleNameOf } from '@app/identity';
import { Preview, Previews } from '@app/sign-in';
import { Command, Option } from 'commander';
import { readFile } from 'node:fs/promises';
import { CommandFailed } from '../errors';
import type { Terminal } from '../terminal';
import { Chosen, organizationOption, slugArgument, withProvider } from './site';

interface TestOptions extends Chosen {
  login?: string;
  claimsFile?: string;
}

/** `sso test` */
export function addTestCommand(sso: Command, terminal: Terminal): void {
  sso
    .command('test')
    .description('ask a provider whether it works, and what a person would become; nothing is changed')
    .addArgument(slugArgument())
    .addOption(new Option('--login <name>', 'for directories: what the person would type').conflicts('claimsFile'))
    .option(
      '--claims-file <file>',
      'a file with the claims of OpenID Connect, or the attributes of SAML, of a person, as JSON',
    )
    .addOption(organizationOption())
    .action((slug: string, options: TestOptions) => test(terminal, slug, options));
}

async function test(terminal: Terminal, slug: string, { login, claimsFile, ...chosen }: TestOptions): Promise<void> {
  const claims = claimsFile === undefined ? null : await claimsIn(claimsFile);
  await withProvider(terminal, slug, chosen, async (context, { organizationId, id, name }) => {
    const previews = context.get(Previews, { strict: false });
    const { isGood, findings } = await previews.test(organizationId, id);
    for (const { text } of findings) terminal.say(text);
    if (!isGood) throw new CommandFailed(`${name} does not work with these settings.`);
    terminal.say(`${name} works.`);
    if (login === undefined && claims === null) return;
    const preview = await previews.of(organizationId, id, { login: login ?? null, claims });
    for (const line of linesOf(preview)) terminal.say(line);
  });
}

function linesOf({ refusal, userId, isNew, fullName, email, role, ...preview }: Preview): string[] {
  const listed = (names: readonly string[] | null) => (names?.length ? names.join(', ') : 'none');
  return [
    refusal === null ? 'The person would get in.' : `The person would not get in: ${refusal.text}`,
    `account: ${isNew ? 'a new one' : (userId ?? 'none')}`,
    `name: ${fullName}`,
    `address: ${email ?? 'none'}`,
    `role: ${roleNameOf(role)}`,
    `groups there: ${listed(preview.externalGroups)}`,
    `user groups: ${listed(preview.userGroups)}`,
    `channels: ${listed(preview.channels)}`,
    ...[...preview.fields].map(([field, value]) => `${field}: ${value ?? 'empty'}`),
  ];
}

/** @throws CommandFailed */
async function claimsIn(path: string): Promise<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims))
      return claims as Record<string, unknown>;
    throw new Error('it must contain one object');
  } catch (error) {
    throw new CommandFailed(`The file ${path} cannot be used: ${(error as Error).message}`);
  }
}
