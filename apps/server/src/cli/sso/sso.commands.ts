import type { Command } from 'commander';
import type { Terminal } from '../terminal';
import { addAddCommands } from './add.commands';
import { addSsoExplainCommand } from './explain.command';
import { addDirectoryCommands } from './directory.commands';
import { addKeyCommand } from './key.command';
import { addLinkCommands } from './link.commands';
import { addListCommand } from './list.command';
import { addTestCommand } from './test.command';
import { addUseCommands } from './use.commands';

/** `sso`: the identity providers of an organization. Each group of its commands has a file here. */
export function addSsoCommands(program: Command, terminal: Terminal): void {
  const sso = program.command('sso').description('identity providers: what people of a company log in with');
  addAddCommands(sso, terminal);
  addListCommand(sso, terminal);
  addUseCommands(sso, terminal);
  addTestCommand(sso, terminal);
  addSsoExplainCommand(sso, terminal);
  addDirectoryCommands(sso, terminal);
  addLinkCommands(sso, terminal);
  addKeyCommand(sso, terminal);
}
