import { changesOf, type CheckedImport, type ImportAction, type Importer, UserImports } from '@app/channels';
import { readFile } from 'node:fs/promises';
import { CommandFailed } from './errors';
import { ProgressLines } from './progress-lines';
import { table, type Terminal } from './terminal';
import { organizationAt, withServices } from './workplace';

const WORDS: Readonly<Record<ImportAction, string>> = {
  create: 'created',
  update: 'changed',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  none: 'as they should be',
};

interface ImportOptions {
  organization?: string;
  dryRun?: boolean;
}

/** Imports people from a file, or says what that would do. */
export async function importUsers(terminal: Terminal, file: string, options: ImportOptions): Promise<void> {
  const bytes = await contentOf(file);
  await withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, options.organization);
    const imports = context.get(UserImports, { strict: false });
    const importer: Importer = { organizationId: id, userId: null };
    const progress = new ProgressLines(terminal);
    const checked = await imports.check(importer, bytes);
    if (options.dryRun) for (const line of tableOf(checked)) terminal.say(line);
    if (checked.faults.length > 0) throw new CommandFailed(refusalOf(checked));
    if (!options.dryRun) await imports.carryOut(importer, checked, (done) => progress.count(done, checked.rows.length));
    const verb = options.dryRun ? 'Would import' : 'Imported';
    terminal.say(`${verb} ${checked.rows.length} people in ${progress.seconds} s: ${countsOf(checked)}.`);
  });
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandFailed(`The file ${file} cannot be read: ${(error as Error).message}`);
  }
}

function tableOf({ steps }: CheckedImport): string[] {
  const rows = steps.map((step) => [String(step.line), step.email, step.action, changesOf(step).join(', ')]);
  return table(['line', 'e-mail', 'action', 'changes'], rows);
}

function refusalOf({ faults }: CheckedImport): string {
  const lines = faults.map(({ line, message }) => `line ${line}: ${message}`);
  return [...lines, `Nothing was changed: wrong lines: ${faults.length}.`].join('\n');
}

function countsOf({ steps }: CheckedImport): string {
  const actions = Object.keys(WORDS) as ImportAction[];
  const counted = actions.map((action) => [steps.filter((step) => step.action === action).length, WORDS[action]]);
  return counted
    .filter(([count]) => count !== 0)
    .map((some) => some.join(' '))
    .join(', ');
}
