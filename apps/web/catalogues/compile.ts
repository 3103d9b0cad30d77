import { parse, Part } from './parse';

/** Messages by their keys. */
export type Catalogue = Readonly<Record<string, string>>;

const HEAD = '// Generated from apps/web/catalogues by `node scripts/words.mjs`; do not edit.\n\n';

/**
 * The catalogue as a TypeScript module: a string for each message, a function where it has arguments. They come in the
 * order in which the English message has them.
 *
 * @param language its code, and the name of what the module exports
 * @param folder with a slash at its end, or empty: where the module lies below `generated`
 * @throws when a message is not ICU's, or a language lacks what English has
 */
export function compile(language: string, catalogue: Catalogue, english: Catalogue, folder = ''): string {
  const faults = Object.keys(catalogue).filter((key) => !(key in english));
  if (faults.length > 0) throw new Error(`${language}.json has keys that en.json lacks: ${faults.join(', ')}`);
  const lines = Object.keys(english).map((key) => {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`${language}.json lacks "${key}"`);
    try {
      return `  ${key}: ${valueOf(language, parse(message), argumentsOf(parse(english[key]!)))},\n`;
    } catch (error) {
      throw new Error(`${language}.json, "${key}": ${String(error)}`, { cause: error });
    }
  });
  const body = lines.join('');
  const helpers = ['number', 'plural', 'select'].filter((name) => body.includes(`\${${name}(`));
  const up = '../'.repeat(folder.split('/').length);
  const using = `import { formsOf } from '${up}forms';\n\nconst { ${helpers.join(', ')} } = formsOf('${language}');\n\n`;
  const head = HEAD + (helpers.length > 0 ? using : '');
  if (catalogue === english)
    return `${head}export const ${language} = {\n${body}};\n\nexport type Words = typeof en;\n`;
  return `${head}import type { Words } from './en';\n\nexport const ${language}: Words = {\n${body}};\n`;
}

/** Arguments and their types, in the order of their first use. */
function argumentsOf(parts: readonly Part[], found = new Map<string, 'string' | 'number'>()) {
  for (const part of parts) {
    if (part.kind === 'text') continue;
    const isNumber = part.kind === 'plural' || part.kind === 'number';
    if (isNumber || !found.has(part.name)) found.set(part.name, isNumber ? 'number' : 'string');
    if ('forms' in part) for (const form of part.forms.values()) argumentsOf(form, found);
  }
  return found;
}

function valueOf(language: string, parts: readonly Part[], expected: ReadonlyMap<string, string>): string {
  for (const [name, type] of argumentsOf(parts)) {
    if (!expected.has(name)) throw new Error(`English has no argument ${name}`);
    if (type === 'number' && expected.get(name) !== 'number') throw new Error(`${name} is no number in English`);
  }
  if (expected.size === 0) return `\`${templateOf(language, parts)}\``;
  const parameters = [...expected].map(([name, type]) => `${name}: ${type}`).join(', ');
  return `(${parameters}): string => \`${templateOf(language, parts)}\``;
}

function templateOf(language: string, parts: readonly Part[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text.replace(/[\\`]|\$\{/g, '\\$&');
        case 'argument':
          return `\${${part.name}}`;
        case 'number':
          return `\${number(${part.name})}`;
        default:
          return `\${${part.kind}(${part.name}, { ${formsOf(language, part.kind, part.forms)} })}`;
      }
    })
    .join('');
}

function formsOf(language: string, kind: 'plural' | 'select', forms: ReadonlyMap<string, readonly Part[]>): string {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [...forms]
    .map(([form, parts]) => {
      if (kind === 'plural' && !/^=/.test(form) && !known.some((one) => one === form))
        throw new Error(`the language has no plural form "${form}"`);
      return `'${form}': \`${templateOf(language, parts)}\``;
    })
    .join(', ');
}
