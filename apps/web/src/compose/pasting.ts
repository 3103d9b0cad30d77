import { pastedHtml } from '../ui/html';

/** What is pasted with its formats, as a message is written. @param plain the same without formats */
export async function pastedText(html: string, plain: string): Promise<string> {
  try {
    const { isFormatted, markdownOf, piecesOf } = await import('../markdown');
    const pieces = piecesOf(pastedHtml(html));
    return plain === '' || isFormatted(pieces) ? markdownOf(pieces) || plain : plain;
  } catch {
    return plain; // the part of the page could not be loaded
  }
}
