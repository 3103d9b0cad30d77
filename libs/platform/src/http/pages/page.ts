import { createHash } from 'node:crypto';
import { CSRF_FIELD } from '../authentication/csrf';
import type { FastifyReply } from 'fastify';
import { languageOf } from './language';
import { html, Markup } from './markup';
import { STYLE, STYLE_SOURCE } from './page-style';

const sourceOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The policy allows exactly the bytes between the tags, so that no template may put a blank beside them. */
const STYLE_ELEMENT = new Markup(() => `<style>${STYLE}</style>`);

/**
 * No script but that of the page, nothing from other origins, in no frame. After a form browsers follow redirects only to where forms may
 * go: apps on the same device have schemes of their own.
 */
const headersOf = (formTargets: string, script: string | null) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; ${script === null ? '' : `script-src ${sourceOf(script)}; `}` +
    `style-src ${STYLE_SOURCE}; form-action ${formTargets}; ` +
    `base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  // A link in a mail may hold a secret; its page leaks it to no other site.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  vary: 'accept-language',
});

export interface PageContent {
  /** For the heading and the browser's tab, without elements. */
  title: string | Markup;
  body: Markup;
  /** Shown first, for example an error of the submitted form. */
  alert?: string | Markup | null;
  /** Schemes of apps that a form of this page may lead to, such as `zulip:`. */
  formsLeadTo?: readonly string[];
  /** A script of this page, without `</script>`. The policy allows exactly its bytes. */
  script?: string | null;
}

/** Answers with a page, in the language that the browser prefers. */
export function sendPage(reply: FastifyReply, status: number, page: PageContent): void {
  const { title, body, alert, formsLeadTo = [], script = null } = page;
  const language = languageOf(reply.request.headers['accept-language']);
  const whole = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${alert ? html`<p role="alert">${alert}</p>` : null} ${body}
        </main>
        ${script === null ? null : new Markup(() => `<script>${script}</script>`)}
      </body>
    </html> `;
  void reply
    .status(status)
    .headers(headersOf(["'self'", ...formsLeadTo].join(' '), script))
    .send(whole.textIn(language));
}

interface FieldOptions {
  /** Of the input: `text` by default. */
  type?: 'text' | 'email' | 'password' | 'hidden' | 'checkbox';
  value?: string;
  required?: boolean;
  /** What a password manager should fill in, such as `current-password`. */
  autocomplete?: string;
  /** The user types here first. */
  isFirst?: boolean;
}

/** A labelled input; a hidden one has no label. */
export function field(name: string, label: string | Markup, options: FieldOptions = {}): Markup {
  const { type = 'text', value = '', required = true, autocomplete, isFirst = false } = options;
  if (type === 'hidden') return html`<input type="hidden" name="${name}" value="${value}" />`;
  if (type === 'checkbox') return html`<label><input type="checkbox" name="${name}" value="true" /> ${label}</label>`;
  const extras = [
    required && html` required`,
    autocomplete && html` autocomplete="${autocomplete}"`,
    isFirst && html` autofocus`,
  ];
  return html`<label>${label} <input type="${type}" name="${name}" value="${value}" ${extras} /></label>`;
}

/**
 * A form that posts its fields, with the token that shows that it is ours (`Csrf.tokenFor`). `action`: a path of this
 * server.
 */
export function form(action: string, csrfToken: string, button: Markup, fields: readonly Markup[]): Markup {
  return html`<form method="post" action="${action}">
    ${field(CSRF_FIELD, '', { type: 'hidden', value: csrfToken })} ${fields}
    <p><button type="submit">${button}</button></p>
  </form>`;
}
