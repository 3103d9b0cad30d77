/** The operator's settings have faults, each told in a sentence. */
export class ConfigurationIsInvalid extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`,
    );
    this.name = 'ConfigurationIsInvalid';
  }
}

interface EnvironmentReader {
  /** One sentence for each variable that could not be read; more may be added. */
  readonly faults: string[];
  /** As it was set; null: it is not set, or blank. */
  value(name: string): string | null;
  text(name: string, fallback: string): string;
  /** `parse` answers undefined for what it does not understand; that is a fault then. */
  checked<T>(name: string, fallback: T, parse: (text: string) => T | undefined, expected: string): T;
}

/** What must not be repeated in a complaint. */
const SECRETS = /PASSWORD|SECRET|SMTP|TOKEN|KEY$/;

/** Reads variables one by one and collects the errors, so that all are reported together. */
export function readerOf(environment: NodeJS.ProcessEnv): EnvironmentReader {
  const faults: string[] = [];
  const value = (name: string): string | null => environment[name]?.trim() || null;
  return {
    faults,
    value,
    text: (name, fallback) => value(name) ?? fallback,
    checked: (name, fallback, parse, expected) => {
      const text = value(name);
      if (text === null) return fallback;
      const parsed = parse(text);
      if (parsed !== undefined) return parsed;
      faults.push(`${name} is ${JSON.stringify(SECRETS.test(name) ? '***' : text)}, expected ${expected}.`);
      return fallback;
    },
  };
}
