import { DirectoryExports, type Importer } from '@app/channels';
import type { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import { CommandFailed } from './errors';
import type { Terminal } from './terminal';
import { organizationAt, withServices } from './workplace';

type Directory = 'users' | 'groups' | 'channels';

/** Adds `export` to the commands about users, groups or channels. */
export function addExportCommand(parent: Command, terminal: Terminal, directory: Directory): void {
  parent
    .command('export')
    .description(`write the ${directory} as comma-separated values, to standard output or into a file`)
    .argument('[file]', 'where to; absent: standard output')
    .option('--organization <host>', 'which organization, where there are several')
    .action((file: string | undefined, options: { organization?: string }) =>
      exportDirectory(terminal, directory, file, options.organization),
    );
}

export function addGroupAndChannelCommands(program: Command, terminal: Terminal): void {
  addExportCommand(program.command('groups').description('user groups'), terminal, 'groups');
  addExportCommand(program.command('channels').description('channels'), terminal, 'channels');
}

function exportDirectory(
  terminal: Terminal,
  directory: Directory,
  file: string | undefined,
  host: string | undefined,
): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    const exports = context.get(DirectoryExports, { strict: false });
    const operator: Importer = { organizationId: id, userId: null };
    const text = await exports[`${directory}File`](operator);
    if (file === undefined) return terminal.say(text.trimEnd());
    try {
      await writeFile(file, text);
    } catch (error) {
      throw new CommandFailed(`The file ${file} cannot be written: ${(error as Error).message}`);
    }
  });
}
