import type { MarkdownIt, Token } from 'markdown-it';
import { InlineToken, inlineOf } from './inline/inline-token';

/** HTML5 of block tokens; a kind of syntax with a shape of its own has a rule for it. Elements end with a newline. */
export function htmlOf(tokens: readonly Token[], md: MarkdownIt): string {
  const rules = md.renderer.rules;
  let html = '';
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') html += inlineHtml(inlineOf(token));
    else {
      const ruled = rules[token.type]?.(tokens as Token[], index, md.options, {}, md.renderer);
      html += ruled ?? tag(token) + lineEnd(token, tokens[index + 1]);
    }
  }
  return html;
}

/** Inline content begins right behind the tag around it, and so do pictures. */
function lineEnd(token: Token, next: Token | undefined): string {
  if (token.nesting !== 1 || !next) return '\n';
  const goesOn =
    next.type === 'inline' ||
    (next.type === 'media' && token.meta?.tight) ||
    (next.tag === token.tag && next.nesting === -1);
  return goesOn ? '' : '\n';
}

function inlineHtml(tokens: readonly InlineToken[]): string {
  let html = '';
  for (const { kind, tag: name, content, attributes } of tokens) {
    if (kind === 'text') html += escapedText(content);
    else if (kind === 'html') html += content;
    else if (kind === 'code') html += `<code>${escapedText(content)}</code>`;
    else if (kind === 'break') html += '<br>\n';
    else if (kind === 'close') html += `</${name}>`;
    else html += attributes === null ? `<${name}>` : openingTag(name, Object.entries(attributes));
  }
  return html;
}

function tag({ tag: name, attrs, nesting }: Token): string {
  if (nesting === -1) return `</${name}>`;
  return attrs === null ? `<${name}>` : openingTag(name, attrs as [string, string][]);
}

/** Attributes in the order given; one without a value is only named. */
export function openingTag(name: string, attributes: readonly (readonly [string, string])[]): string {
  let written = `<${name}`;
  for (const [key, value] of attributes) {
    written += value === '' && key !== 'alt' ? ` ${key}` : ` ${key}="${escapedValue(value)}"`;
  }
  return `${written}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** In text, quotes stay. */
export function escapedText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character) : text;
}

export function escapedValue(text: string): string {
  return /[&<>"\n]/.test(text) ? text.replace(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character) : text;
}
