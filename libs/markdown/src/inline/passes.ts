import type { MarkdownIt } from 'markdown-it';
import type { ReferenceIndex } from '../references';
import { Scope, scopeOf } from '../scope';
import type { WorkBudget } from '../work-budget';
import { PieceExtractor, InlineText } from './inline-text';
import type { InlineMeta, InlineToken } from './inline-token';

export interface InlineContext {
  readonly references: ReferenceIndex;
  readonly work: WorkBudget;
  readonly insideQuote: boolean;
  readonly insideLink: boolean;
  /** Tokens of a part of the text, as the later passes see it. */
  later(part: InlineText): InlineToken[];
  /** Tokens of a link's text, parsed again from its source, because some passes do not run there. */
  linkText(source: string): InlineToken[];
}

/** Recognises one kind of inline syntax and sets every find aside. */
export interface InlinePass {
  /** A text without any of these characters has nothing for this pass; {@link ANY} and {@link NOT_ASCII} besides. */
  readonly marks: string;
  readonly outsideLinksOnly?: boolean;
  find(line: InlineText, context: InlineContext): InlineText;
}

export const ANY = '\0';
export const NOT_ASCII = '\u{80}';
const ASCII = 128;

/** Replaces markdown-it's inline scanner by passes: the order of `passes` is the precedence of the syntax. */
export function inlineSyntax(passes: readonly InlinePass[]): (md: MarkdownIt) => void {
  const always = bits((pass) => pass.marks.includes(ANY));
  const beyondAscii = bits((pass) => pass.marks.includes(NOT_ASCII));
  const bitsOfCharacter = Uint32Array.from({ length: ASCII }, (_, code) =>
    bits((pass) => code > 0 && pass.marks.includes(String.fromCharCode(code))),
  );

  return (md) => {
    md.core.ruler.at('inline', (state) => {
      const scope = scopeOf(state);
      for (const token of state.tokens) {
        if (token.type !== 'inline') continue;
        const meta = token.meta as InlineMeta;
        meta.inline = run(new InlineText(token.content), scope, meta.insideQuote, false, 0);
      }
    });
  };

  function bits(holds: (pass: InlinePass) => boolean): number {
    return passes.reduce((sum, pass, index) => sum | (holds(pass) ? 1 << index : 0), 0);
  }

  /** The passes that may find something, as bits: most texts hold few of the characters that matter. */
  function passesFor(text: string): number {
    let found = always;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      found |= code < ASCII ? bitsOfCharacter[code]! : beyondAscii;
    }
    return found;
  }

  function run(line: InlineText, scope: Scope, insideQuote: boolean, insideLink: boolean, from: number): InlineToken[] {
    let current = line;
    const wanted = passesFor(line.text);
    scope.work.spend(line.text.length);
    for (const [index, pass] of passes.entries()) {
      if (index < from || (wanted & (1 << index)) === 0 || (insideLink && pass.outsideLinksOnly)) continue;
      scope.work.spend(current.text.length);
      current = pass.find(current, {
        references: scope.references,
        work: scope.work,
        insideQuote,
        insideLink,
        later: (part) => run(part, scope, insideQuote, insideLink, index + 1),
        linkText: (source) => run(new InlineText(source), scope, insideQuote, true, 0),
      });
    }
    return current.toTokens();
  }
}

/** The pass does not run in the text of a link. */
export function outsideLinks(pass: InlinePass): InlinePass {
  return { ...pass, outsideLinksOnly: true };
}

/**
 * A pass over the matches of a global pattern. If `build` returns `null`, the match stays text and matching continues
 * one character later; after `skip` it continues after the match.
 */
export function matching(
  marks: string,
  pattern: RegExp,
  build: (match: RegExpExecArray, context: InlineContext, cutter: PieceExtractor) => InlineToken[] | null | 'skip',
): InlinePass {
  return {
    marks,
    find: (line, context) => {
      pattern.lastIndex = 0;
      let match = pattern.exec(line.text);
      if (!match) return line;
      const cutter = new PieceExtractor(line);
      for (; match; match = pattern.exec(line.text)) {
        const end = match.index + match[0].length;
        const tokens = build(match, context, cutter);
        if (tokens !== null && tokens !== 'skip') cutter.replace(match.index, end, tokens);
        pattern.lastIndex = tokens === null ? match.index + 1 : end;
      }
      return cutter.finish();
    },
  };
}

/** For patterns: a mention or channel link begins the text or follows white space or an opening character. */
export const AT_OPENING = String.raw`(?<![^\s'"(\[{<,:/“‘„«])`;
