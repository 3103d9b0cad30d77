import { Option } from 'commander';
import { readFile } from 'node:fs/promises';
import { CommandFailed } from '../errors';

/** What automation writes for a yes or a no. */
const SWITCH = ['on', 'off'] as const;

/** How the value of an option becomes the value of a parameter. */
type Reading = 'text' | 'switch' | 'file';

/** An option of `sso add`, and the parameter of the interface that it fills. */
export interface ProviderOption {
  readonly flag: string;
  readonly placeholder: string;
  readonly parameter: string;
  readonly reading: Reading;
  readonly isRequired: boolean;
  readonly about: string;
}

const MAX_FILE_BYTES = 1_000_000;

export function text(flag: string, placeholder: string, about: string, parameter = flag): ProviderOption {
  return { flag, placeholder, parameter: snake(parameter), reading: 'text', isRequired: false, about };
}

export function onOff(flag: string, about: string): ProviderOption {
  return { flag, placeholder: 'on|off', parameter: snake(flag), reading: 'switch', isRequired: false, about };
}

/** A file with the value. Secrets are in files, because other users of the machine see command lines. */
export function file(flag: string, about: string): ProviderOption {
  const parameter = snake(flag.replace(/-file$/, ''));
  return { flag, placeholder: 'file', parameter, reading: 'file', isRequired: false, about };
}

export const required = (option: ProviderOption): ProviderOption => ({ ...option, isRequired: true });

/** The option as the parser of command lines knows it. */
export function commandOption({ flag, placeholder, about, reading, isRequired }: ProviderOption): Option {
  const option = new Option(`--${flag} <${placeholder}>`, about).makeOptionMandatory(isRequired);
  return reading === 'switch' ? option.choices([...SWITCH]) : option;
}

/**
 * The parameters of the interface, as text, from what was typed.
 * @throws CommandFailed for a file that cannot be read
 */
export async function parametersFrom(
  options: readonly ProviderOption[],
  typed: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const option of options) {
    const value = typed[commandOption(option).attributeName()];
    if (value !== undefined) parameters[option.parameter] = await read(option, value);
  }
  return parameters;
}

async function read({ reading }: ProviderOption, value: string): Promise<string> {
  if (reading === 'switch') return String(value === 'on');
  return reading === 'file' ? contentOf(value) : value;
}

/** Editors end a file with a line break that belongs to no secret. */
async function contentOf(path: string): Promise<string> {
  try {
    const content = await readFile(path);
    if (content.length > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    return content.toString('utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandFailed(`The file ${path} cannot be read: ${(error as Error).message}`);
  }
}

const snake = (flag: string): string => flag.replaceAll('-', '_');
