import { fenceFor } from './quoting';

interface Selected {
  readonly messageId: number;
  /** As a message is written. */
  readonly text: string;
}

/** The part of one message that is selected; `null`: nothing is, or parts of several messages. */
export function selected(): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const body = elementOf(range.startContainer).closest('.rendered');
  const id = body?.closest<HTMLElement>('article[data-id]')?.dataset.id;
  const text = selection.toString().trim();
  if (!body || id === undefined || text === '' || reachesBeyond(range, body)) return null;
  const code = elementOf(range.commonAncestorContainer).closest('pre');
  return { messageId: Number(id), text: code ? fenced(text, languageOf(code)) : text };
}

function fenced(text: string, language: string): string {
  const fence = fenceFor(text);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Three clicks select up to the beginning of what stands behind, which is no text of it. */
function reachesBeyond(range: Range, body: Element): boolean {
  if (body.contains(range.endContainer)) return false;
  const beyond = range.cloneRange();
  beyond.setStartAfter(body);
  return beyond.toString().trim() !== '';
}

const languageOf = (code: Element): string =>
  code.closest<HTMLElement>('[data-code-language]')?.dataset.codeLanguage?.toLowerCase() ?? '';

const elementOf = (node: Node): Element => (node instanceof Element ? node : node.parentElement!);
