import { DirectoryRuns, isDirectory } from '@app/sign-in';
import type { RunReport } from '@app/sign-in';
import type { Command } from 'commander';
import { CommandFailed } from '../errors';
import type { Terminal } from '../terminal';
import { Chosen, organizationOption, slugArgument, withProvider } from './site';

interface SyncOptions extends Chosen {
  dryRun?: boolean;
  force?: boolean;
}

/** `sso sync` */
export function addDirectoryCommands(sso: Command, terminal: Terminal): void {
  sso
    .command('sync')
    .description('bring the accounts of a directory into line with its people')
    .addArgument(slugArgument())
    .option('--dry-run', 'change nothing, and say what would be done')
    .option('--force', 'go on where more accounts than usual would be deactivated; never the last owner')
    .addOption(organizationOption())
    .action((slug: string, options: SyncOptions) => sync(terminal, slug, options));
}

function sync(terminal: Terminal, slug: string, options: SyncOptions): Promise<void> {
  return withProvider(terminal, slug, options, async (context, provider) => {
    if (!isDirectory(provider)) throw new CommandFailed(`${provider.name} is no directory in use.`);
    const isPreview = options.dryRun === true;
    const wish = { isPreview, isForced: options.force === true, beat: async () => undefined };
    const report = await context.get(DirectoryRuns, { strict: false }).run(provider, wish);
    for (const line of linesOf(report, isPreview)) terminal.say(line);
    if (report.refusal !== null) throw new CommandFailed(`${report.refusal} Nothing was changed.`);
  });
}

function linesOf(
  { seen, changed, deactivated, reactivated, spared, refusal }: RunReport,
  isPreview: boolean,
): string[] {
  const would = isPreview || refusal !== null ? 'Would be ' : 'Was ';
  return [
    `The directory has ${seen} people.`,
    ...reactivated.map((address) => `${would}reactivated: ${address}`),
    ...deactivated.map((address) => `${would}deactivated: ${address}`),
    ...spared.map((address) => `Stays, as the last owner: ${address}`),
    ...(isPreview ? [] : [`${changed} accounts were changed.`]),
  ];
}
