import { Attribute, Attributes, partOf, withoutSchema } from './scim-attributes';
import { ScimError } from './scim.errors';

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type FilterValue = string | number | boolean | null;

/** An attribute, or a part of one. */
export interface FilterTarget {
  readonly attribute: Attribute;
  readonly part: string | null;
}

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly all: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly target: FilterTarget }
  | {
      readonly kind: 'compare';
      readonly target: FilterTarget;
      readonly comparison: Comparison;
      readonly value: FilterValue;
    }
  /** One item of a list satisfies all of the inner filter. */
  | { readonly kind: 'item'; readonly attribute: Attribute; readonly filter: Filter };

const MAX_FILTER = 2_000;
const MAX_DEPTH = 20;
const COMPARISONS: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** Reads filters (RFC 7644 section 3.4.2.2) over the attributes of one kind of resource. */
export class FilterReader {
  private readonly tokens: readonly string[];
  private at = 0;

  /** @throws ScimError */
  constructor(
    text: string,
    private readonly attributes: Attributes,
  ) {
    if (text.length > MAX_FILTER) throw refusal(`A filter has at most ${MAX_FILTER} characters`);
    this.tokens = tokensOf(text);
  }

  /** The filter that all of the text is. @throws ScimError */
  whole(): Filter {
    const filter = this.alternatives(0, null);
    if (this.at < this.tokens.length) throw refusal(`${this.tokens[this.at]} is not expected there`);
    return filter;
  }

  /** The filter inside the brackets of `attribute[...]`. @throws ScimError */
  wholeItem(of: Attribute): Filter {
    const filter = this.alternatives(0, of);
    if (this.at < this.tokens.length) throw refusal(`${this.tokens[this.at]} is not expected there`);
    return filter;
  }

  private alternatives(depth: number, of: Attribute | null): Filter {
    const all = [this.conjunction(depth, of)];
    while (this.takeWord('or')) all.push(this.conjunction(depth, of));
    return all.length === 1 ? all[0]! : { kind: 'or', all };
  }

  private conjunction(depth: number, of: Attribute | null): Filter {
    const all = [this.term(depth, of)];
    while (this.takeWord('and')) all.push(this.term(depth, of));
    return all.length === 1 ? all[0]! : { kind: 'and', all };
  }

  private term(depth: number, of: Attribute | null): Filter {
    if (depth > MAX_DEPTH) throw refusal('The filter is nested too deeply');
    if (this.takeWord('not')) {
      if (this.tokens[this.at] !== '(') throw refusal('not needs a filter in parentheses');
      return { kind: 'not', filter: this.term(depth + 1, of) };
    }
    if (!this.takeWord('(')) return this.comparison(depth, of);
    const filter = this.alternatives(depth + 1, of);
    this.expect(')');
    return filter;
  }

  private comparison(depth: number, of: Attribute | null): Filter {
    const target = this.target(this.next(), of);
    if (of === null && this.takeWord('[')) {
      if (target.attribute.type !== 'multi') throw refusal(`${target.attribute.name} is no list`);
      const filter = this.alternatives(depth + 1, target.attribute);
      this.expect(']');
      return { kind: 'item', attribute: target.attribute, filter };
    }
    const word = this.next().toLowerCase();
    if (word === 'pr') return { kind: 'present', target };
    if (!COMPARISONS.includes(word)) throw refusal(`${word} is no comparison`);
    return { kind: 'compare', target, comparison: word as Comparison, value: valueOf(this.next()) };
  }

  private target(written: string, of: Attribute | null): FilterTarget {
    if (of) {
      const part = partOf(of, written);
      if (part === undefined) throw refusal(`${of.name} has no ${written}`);
      return { attribute: of, part };
    }
    const plain = withoutSchema(written) ?? '';
    const [name = '', sub = null, ...more] = plain.split('.');
    const attribute = this.attributes.get(name.toLowerCase());
    if (!attribute || more.length > 0) throw refusal(`${written} is not known`);
    if (sub === null) return { attribute, part: attribute.type === 'multi' ? 'value' : null };
    const part = partOf(attribute, sub);
    if (part === undefined) throw refusal(`${written} is not known`);
    return { attribute, part };
  }

  private takeWord(word: string): boolean {
    if (this.tokens[this.at]?.toLowerCase() !== word) return false;
    this.at++;
    return true;
  }

  private expect(word: string): void {
    if (!this.takeWord(word)) throw refusal(`${word} is missing`);
  }

  private next(): string {
    const token = this.tokens[this.at++];
    if (token === undefined) throw refusal('The filter ends too early');
    return token;
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const [, bracket, quoted, word] = TOKEN.exec(text) ?? [];
    const token = bracket ?? quoted ?? word;
    if (token === undefined) throw refusal('A quotation mark is missing');
    tokens.push(token);
  }
  return tokens;
}

function valueOf(token: string): FilterValue {
  try {
    const value: unknown = JSON.parse(token);
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as FilterValue;
  } catch {
    // The words of some clients are capitalised: True, False.
  }
  const word = token.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw refusal(`${token} is no value: texts are in quotation marks`);
}

const refusal = (detail: string): ScimError => new ScimError(400, 'invalidFilter', detail.slice(0, 300));
