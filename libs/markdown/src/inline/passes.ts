import type { MarkdownIt, Token } from 'markdown-it';
import type { ReferenceIndex } from '../references';
import { Scope, scopeOf } from '../scope';
import type { Work } from '../work';
import { Cutter, InlineText } from './inline-text';

export interface InlineContext {
  readonly references: ReferenceIndex;
  readonly work: Work;
  readonly insideQuote: boolean;
  readonly insideLink: boolean;
  /** Tokens of a part of the text, as the later passes see it. */
  later(part: InlineText): Token[];
  /** Tokens of the text of a link, read anew from its source: some passes do not run there. */
  linkText(source: string): Token[];
}

/** Recognises one kind of inline syntax and sets every find aside. */
export type InlinePass = (line: InlineText, context: InlineContext) => InlineText;

/** Replaces markdown-it's inline scanner by passes: the order of `passes` is the precedence of the syntax. */
export function inlineSyntax(passes: readonly InlinePass[]): (md: MarkdownIt) => void {
  return (md) => {
    md.core.ruler.at('inline', (state) => {
      const scope = scopeOf(state);
      for (const token of state.tokens) {
        if (token.type !== 'inline') continue;
        token.children = run(new InlineText(token.content), scope, token.meta?.insideQuote === true, false, 0);
      }
    });
  };

  function run(line: InlineText, scope: Scope, insideQuote: boolean, insideLink: boolean, from: number): Token[] {
    let current = line;
    for (let index = from; index < passes.length; index++) {
      scope.work.spend(current.text.length);
      current = passes[index](current, {
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
  return (line, context) => (context.insideLink ? line : pass(line, context));
}

/**
 * A pass over the matches of a pattern (global). A match for which `build` gives null stays text, and matching goes on
 * one character further.
 */
export function matching(
  pattern: RegExp,
  build: (match: RegExpExecArray, context: InlineContext, cutter: Cutter) => Token[] | null,
): InlinePass {
  return (line, context) => {
    const cutter = new Cutter(line);
    const search = new RegExp(pattern);
    for (let match = search.exec(line.text); match; match = search.exec(line.text)) {
      const tokens = build(match, context, cutter);
      if (tokens) cutter.replace(match.index, search.lastIndex, tokens);
      else search.lastIndex = match.index + 1;
    }
    return cutter.finish();
  };
}

/** For patterns: a mention or channel link begins the text or follows white space or an opening character. */
export const AT_OPENING = String.raw`(?<![^\s'"(\[{<,:/“‘„«])`;
