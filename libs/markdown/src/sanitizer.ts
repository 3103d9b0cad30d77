import sanitizeHtml from 'sanitize-html';
import { SCHEMES } from './inline/address';

/**
 * Stands for the ampersand of a character reference that is to reach the reader as written (`&copy;`): the sanitizer
 * decodes all others. It can only come from a rendering rule, because no source holds NUL (see `PIECE`).
 */
export const KEPT_AMPERSAND = '\0';

const POLICY: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['blockquote', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'ul'],
    ...['a', 'br', 'code', 'del', 'em', 'span', 'strong'],
  ],
  allowedAttributes: {
    a: ['data-stream-id', 'href', 'title'],
    div: ['data-code-language'],
    ol: ['start'],
    span: ['data-user-group-id', 'data-user-id'],
  },
  allowedClasses: {
    a: ['message-link', 'stream', 'stream-topic'],
    div: ['codehilite'],
    span: ['channel-wildcard-mention', 'silent', 'topic-mention', 'user-group-mention', 'user-mention'],
  },
  allowedSchemes: SCHEMES,
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'hr'],
  textFilter: (text) => text.replaceAll(KEPT_AMPERSAND, '&'),
};

/**
 * The last step of rendering: whatever the rules before it got wrong, only the elements, attributes, classes and
 * schemes of the list above leave it. The result is spelled as HTML5; sanitize-html spells void elements as XHTML, and
 * since it escapes `<` in text and values, ` />` after their names can be nothing else.
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, POLICY).replace(/<(br|hr) \/>/g, '<$1>');
}
