import { escapeHtml } from '@app/kernel';

/** The content of a mail of the server: plain texts in which no character has a meaning. */
export interface MailBody {
  paragraphs: readonly string[];
  /** Words of a user: shown as a quotation, line by line. */
  quote?: string;
  /** What to do, in a click. */
  button?: { label: string; url: string };
  /** In small print. */
  footer?: readonly string[];
}

const STYLE = 'font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;color:#222';
const BUTTON =
  'display:inline-block;padding:.5rem 1.25rem;border-radius:.25rem;color:#fff;background:#3451b2;text-decoration:none';
const QUOTE = 'margin:1rem 0;padding:.25rem 1rem;border-left:.25rem solid #ccc;white-space:pre-wrap';

/** Renders the body as plain text and as HTML. */
export function renderMailBody({ paragraphs, quote, button, footer = [] }: MailBody): { text: string; html: string } {
  const text = [
    ...paragraphs,
    ...(quote === undefined
      ? []
      : [
          quote
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
        ]),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footer.length > 0 ? [`-- \n${footer.join('\n')}`] : []),
  ].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(quote === undefined ? [] : [`<blockquote style="${QUOTE}">${escapeHtml(quote)}</blockquote>`]),
    ...(button ? [`<p><a style="${BUTTON}" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>`] : []),
    ...(button ? [`<p style="color:#555;font-size:.85em">${escapeHtml(button.url)}</p>`] : []),
    ...(footer.length > 0 ? [`<p style="color:#555;font-size:.85em">${footer.map(escapeHtml).join('<br>')}</p>`] : []),
  ].join('\n');
  return {
    text: `${text}\n`,
    html: `<!doctype html><html><body><div style="${STYLE}">\n${html}\n</div></body></html>\n`,
  };
}
