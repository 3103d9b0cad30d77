import { DomainError } from '@app/kernel';

export class CommandHasNoSlash extends DomainError {
  constructor() {
    super('There should be a leading slash in the zcommand.');
  }
}

export class CommandIsUnknown extends DomainError {
  constructor(name: string) {
    super(`No such command: ${name}`);
  }
}

/** The setting that a command changes. `opposite`: the command that reverses it. */
interface Command {
  readonly setting: 'color_scheme' | 'fluid_layout_width';
  readonly value: number | boolean;
  readonly words: string;
  readonly opposite: string;
}

const DARK: Command = { setting: 'color_scheme', value: 2, words: 'dark theme', opposite: 'light' };
const LIGHT: Command = { setting: 'color_scheme', value: 3, words: 'light theme', opposite: 'dark' };

/** Older clients send `night` and `day` for `dark` and `light`. */
const COMMANDS: Readonly<Record<string, Command | null>> = {
  ping: null,
  dark: DARK,
  night: { ...DARK, opposite: 'day' },
  light: LIGHT,
  day: { ...LIGHT, opposite: 'night' },
  'fluid-width': { setting: 'fluid_layout_width', value: true, words: 'fluid width', opposite: 'fixed-width' },
  'fixed-width': { setting: 'fluid_layout_width', value: false, words: 'fixed width', opposite: 'fluid-width' },
};

/**
 * The command in a text; `null`: the text only tests whether the server answers.
 * @throws CommandHasNoSlash, CommandIsUnknown
 */
export function commandIn(text: string): Command | null {
  if (!text.startsWith('/')) throw new CommandHasNoSlash();
  const name = text.slice(1);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new CommandIsUnknown(name);
  return command;
}

/** The confirmation for the user. */
export const confirmationOf = ({ words, opposite }: Command, isChange: boolean): string =>
  isChange ? `Changed to ${words}. To change it back, type \`/${opposite}\`.` : `You have the ${words} already.`;
