import 'reflect-metadata';
import { processTerminal } from '@app/platform';
import { runCommand } from './cli/program';

void runCommand(process.argv.slice(2), processTerminal).then((code) =>
  process.stdout.write('', () => process.exit(code)),
);
