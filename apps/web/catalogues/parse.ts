/** A piece of a message: words, or what stands for an argument. `#` in a plural is its number. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'argument' | 'number'; readonly name: string }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly forms: ReadonlyMap<string, readonly Part[]> };

/** Reads a message of ICU's MessageFormat: `{name}`, `{n, number}`, `{n, plural, ...}` and `{word, select, ...}`. */
export function parse(message: string): readonly Part[] {
  return new Parser(message).whole();
}

class Parser {
  private at = 0;

  constructor(private readonly message: string) {}

  whole(): readonly Part[] {
    const parts = this.parts(null);
    if (this.at < this.message.length) this.fail('a brace is closed that was not opened');
    return parts;
  }

  /** @param counted the argument of the plural around it */
  private parts(counted: string | null): readonly Part[] {
    const found: Part[] = [];
    let text = '';
    while (this.at < this.message.length && this.message[this.at] !== '}') {
      const sign = this.message[this.at]!;
      if (sign === "'") {
        text += this.quoted();
        continue;
      }

      if (sign !== '{' && (sign !== '#' || counted === null)) {
        text += sign;
        this.at++;
        continue;
      }

      if (text !== '') found.push({ kind: 'text', text });
      text = '';
      found.push(sign === '{' ? this.placeholder(counted) : this.number(counted!));
    }
    if (text !== '') found.push({ kind: 'text', text });
    return found;
  }

  /** Two apostrophes are one; one before a sign of the format begins a quotation; all others are themselves. */
  private quoted(): string {
    const rest = this.message.slice(this.at);
    const quotation = /^'([{}#](?:[^']|'')*)'(?!')/.exec(rest);
    const length = quotation ? quotation[0].length : rest.startsWith("''") ? 2 : 1;
    this.at += length;
    return quotation ? quotation[1]!.replaceAll("''", "'") : "'";
  }

  private number(name: string): Part {
    this.at++;
    return { kind: 'number', name };
  }

  private placeholder(counted: string | null): Part {
    const name = this.take(/\{\s*([a-z][a-zA-Z]*)\s*/y, 'the name of an argument is missing');
    if (this.accepts(/\}/y)) return { kind: 'argument', name };
    const kind = this.take(/,\s*(\w+)\s*/y, 'a comma or a closing brace is missing');
    if (kind === 'number') {
      this.take(/(\})/y, 'a number has no style here');
      return { kind, name };
    }

    if (kind !== 'plural' && kind !== 'select') return this.fail(`${kind} is not known`);
    this.take(/(,)\s*/y, 'the forms are missing');
    const forms = new Map<string, readonly Part[]>();
    while (!this.accepts(/\}/y)) {
      const form = this.take(/(=\d+|\w+)\s*\{/y, 'a form is missing');
      forms.set(form, this.parts(kind === 'plural' ? name : counted));
      this.take(/(\})\s*/y, 'a form is not closed');
    }
    if (!forms.has('other')) this.fail('the form "other" is missing');
    return { kind, name, forms };
  }

  private accepts(sign: RegExp): boolean {
    sign.lastIndex = this.at;
    if (!sign.test(this.message)) return false;
    this.at = sign.lastIndex;
    return true;
  }

  private take(pattern: RegExp, complaint: string): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.message);
    if (!match) return this.fail(complaint);
    this.at = pattern.lastIndex;
    return match[1]!;
  }

  private fail(complaint: string): never {
    throw new Error(`${complaint}, at ${this.at + 1} of "${this.message}"`);
  }
}
