import { RE2JS, RE2JSException } from 're2js';
import { addressOf } from '../inline/address';
import { GroupIsNotInTemplate, PatternIsInvalid, UrlTemplateIsInvalid, VariableIsNotInPattern } from './errors';
import { templateExpander, templateVariables } from './url-template';

/** The pattern's own groups may not go by this name. */
const WHOLE = 'parley_linkifier_match';
/** In instructions of the compiled pattern: what is larger costs too much on every message. */
const LARGEST_PROGRAM = 2_000;
const PROGRAM_A_CHARACTER = 10;
const LEAST_COST = 2;

/** A pattern and what its matches link to, compiled once by {@link compileLinkifier}. */
export interface Linkifier {
  /** What looking at a character costs at most, compared with what it otherwise does. */
  readonly cost: number;
  /** The match of the lowest position from `from` on; its address is null when it would not be a safe one. */
  find(text: string, from: number): { start: number; end: number; url: string | null } | null;
}

/**
 * Compiles a linkifier: an RE2 pattern with named groups and an RFC 6570 template with the same names as variables.
 *
 * @throws PatternIsInvalid, UrlTemplateIsInvalid
 * @throws GroupIsNotInTemplate, VariableIsNotInPattern naming the first one
 */
export function compileLinkifier(pattern: string, urlTemplate: string): Linkifier {
  const groups = Object.keys(compiled(pattern).namedGroups());
  const variables = templateVariables(urlTemplate);
  if (!variables) throw new UrlTemplateIsInvalid();
  const expand = templateExpander(urlTemplate);
  // A letter: after a digit, the name of a scheme could be a host with its port.
  const example = expand(Object.fromEntries(variables.map((name) => [name, 'a'])));
  if (addressOf(example) === null) throw new UrlTemplateIsInvalid();
  const strayGroup = groups.find((name) => !variables.includes(name));
  if (strayGroup !== undefined) throw new GroupIsNotInTemplate(strayGroup);
  const strayVariable = variables.find((name) => !groups.includes(name));
  if (strayVariable !== undefined) throw new VariableIsNotInPattern(strayVariable);

  const search = compiled(`(?:^|[\\s\\x{85}\\pZ'"(,:<])(?P<${WHOLE}>${pattern})(?:$|[^\\pL\\pN])`);
  return {
    cost: LEAST_COST + search.programSize() / PROGRAM_A_CHARACTER,
    find: (text, from) => {
      const matcher = search.matcher(text);
      if (!matcher.find(from)) return null;
      const values = Object.fromEntries(groups.map((name) => [name, matcher.group(name) ?? '']));
      return { start: matcher.start(WHOLE), end: matcher.end(WHOLE), url: addressOf(expand(values)) };
    },
  };
}

function compiled(pattern: string): RE2JS {
  if (pattern === '') throw new PatternIsInvalid('pattern is empty');
  try {
    const regex = RE2JS.compile(pattern);
    if (regex.programSize() > LARGEST_PROGRAM) throw new PatternIsInvalid('pattern too large');
    return regex;
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternIsInvalid(error.message);
    throw error;
  }
}
