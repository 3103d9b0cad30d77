import { CSRF_FIELD, field, form, html, Markup, PageContent } from '@app/platform';
import { LOGIN_AGAIN_PATH, SECOND_STEP_PATH } from '@app/identity';
import type { QrCode } from '../second-factors/qr-code';
import { PASSKEY_SCRIPT } from './passkey-script';

/** The address scheme of the apps that get their keys through a browser. */
const APP_SCHEME = 'zulip:';

export interface Step {
  readonly csrfToken: string;
  /** The error of the previous attempt; `null`: there was none. */
  readonly alert: string | null;
  /** An app waits for the login. */
  readonly isForApp: boolean;
}

const leadsTo = ({ isForApp }: Pick<Step, 'isForApp'>): string[] => (isForApp ? [APP_SCHEME] : []);
const again = html`<p><a href="${LOGIN_AGAIN_PATH}">Begin again</a></p>`;

const codeForm = (csrfToken: string, label: string): Markup =>
  form(SECOND_STEP_PATH, csrfToken, 'Log in', [field('code', label, { autocomplete: 'one-time-code' })]);

/** @param options what the browser needs for a passkey, as JSON */
const passkeyForm = (csrfToken: string, options: string): Markup =>
  html`<form method="post" action="${SECOND_STEP_PATH}" id="passkey-form" data-options="${options}">
    ${field(CSRF_FIELD, '', { type: 'hidden', value: csrfToken })} ${field('passkey', '', { type: 'hidden' })}
    <p><button type="button" id="use-passkey" hidden>Use a passkey</button></p>
    <p role="alert" id="passkey-failure" hidden>The passkey could not be used in this browser.</p>
  </form>`;

/** @param options `null`: the user has no passkey */
export const codePage = (step: Step, options: string | null): PageContent => ({
  title: 'Confirm that it is you',
  alert: step.alert,
  formsLeadTo: leadsTo(step),
  script: options === null ? null : PASSKEY_SCRIPT,
  body: html`<p>Enter the code that your authenticator app shows, or one of your recovery codes.</p>
    ${codeForm(step.csrfToken, 'Code')} ${options === null ? null : passkeyForm(step.csrfToken, options)} ${again}`,
});

/** A login without a password. */
export const passkeyPage = (step: Step, options: string): PageContent => ({
  title: 'Log in with a passkey',
  alert: step.alert,
  formsLeadTo: leadsTo(step),
  script: PASSKEY_SCRIPT,
  body: html`<p>Your device asks for your fingerprint, your face or your PIN.</p>
    ${passkeyForm(step.csrfToken, options)}
    <noscript><p>Passkeys need scripts, which are switched off in this browser.</p></noscript>
    <p><a href="${LOGIN_AGAIN_PATH}">Log in with a password</a></p>`,
});

/** For a user without a factor, who must have one. */
export const setUpPage = (step: Step, { secret, qrCode }: { secret: string; qrCode: QrCode }): PageContent => ({
  title: 'Set up two-factor authentication',
  alert: step.alert,
  formsLeadTo: leadsTo(step),
  body: html`<p>Your organization requires a second factor. Scan this code with an authenticator app:</p>
    <p>${picture(qrCode)}</p>
    <p>Or enter this key: <code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
    ${codeForm(step.csrfToken, 'The code that the app shows')} ${again}`,
});

/** @param goesTo where the login leads */
export const recoveryCodesPage = (codes: readonly string[], goesTo: string): PageContent => ({
  title: 'Keep your recovery codes',
  body: html`<p>
      Each of these codes stands for your second factor once, for example when you have lost your phone. They are not
      shown again.
    </p>
    <ul>
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p><a class="button" href="${goesTo}">I have kept them</a></p>`,
});

const picture = ({ size, path }: QrCode): Markup =>
  html`<svg viewBox="0 0 ${size} ${size}" width="240" height="240" role="img" aria-label="QR code">
    <path fill="#fff" d="M0 0h${size}v${size}H0z" />
    <path fill="#000" d="${path}" />
  </svg>`;
