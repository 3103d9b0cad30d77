import { CSRF_FIELD, field, form, html, Markup, PageContent } from '@app/platform';
import { LOGIN_AGAIN_PATH, SECOND_STEP_PATH } from '@app/identity';
import type { QrCode } from '../second-factors/qr-code';
import { PASSKEY_SCRIPT } from './passkey-script';
import { said, translated } from './second-step-words';

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
const again = html`<p><a href="${LOGIN_AGAIN_PATH}">${said('Begin again')}</a></p>`;

const codeForm = (csrfToken: string, label: Markup): Markup =>
  form(SECOND_STEP_PATH, csrfToken, said('Log in'), [field('code', label, { autocomplete: 'one-time-code' })]);

/** @param options what the browser needs for a passkey, as JSON */
const passkeyForm = (csrfToken: string, options: string): Markup =>
  html`<form method="post" action="${SECOND_STEP_PATH}" id="passkey-form" data-options="${options}">
    ${field(CSRF_FIELD, '', { type: 'hidden', value: csrfToken })} ${field('passkey', '', { type: 'hidden' })}
    <p><button type="button" id="use-passkey" hidden>${said('Use a passkey')}</button></p>
    <p role="alert" id="passkey-failure" hidden>${said('The passkey could not be used in this browser.')}</p>
  </form>`;

/** @param options `null`: the user has no passkey */
export const codePage = (step: Step, options: string | null): PageContent => ({
  title: said('Confirm that it is you'),
  alert: step.alert && translated(step.alert),
  formsLeadTo: leadsTo(step),
  script: options === null ? null : PASSKEY_SCRIPT,
  body: html`<p>${said('Enter the code that your authenticator app shows, or one of your recovery codes.')}</p>
    ${codeForm(step.csrfToken, said('Code'))} ${options === null ? null : passkeyForm(step.csrfToken, options)} ${again}`,
});

/** A login without a password. */
export const passkeyPage = (step: Step, options: string): PageContent => ({
  title: said('Log in with a passkey'),
  alert: step.alert && translated(step.alert),
  formsLeadTo: leadsTo(step),
  script: PASSKEY_SCRIPT,
  body: html`<p>${said('Your device asks for your fingerprint, your face or your PIN.')}</p>
    ${passkeyForm(step.csrfToken, options)}
    <noscript><p>${said('Passkeys need scripts, which are switched off in this browser.')}</p></noscript>
    <p><a href="${LOGIN_AGAIN_PATH}">${said('Log in with a password')}</a></p>`,
});

/** For a user without a factor, who must have one. */
export const setUpPage = (step: Step, { secret, qrCode }: { secret: string; qrCode: QrCode }): PageContent => ({
  title: said('Set up two-factor authentication'),
  alert: step.alert && translated(step.alert),
  formsLeadTo: leadsTo(step),
  body: html`<p>${said('Your organization requires a second factor. Scan this code with an authenticator app:')}</p>
    <p>${picture(qrCode)}</p>
    <p>${said('Or enter this key: {0}', html`<code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>`)}</p>
    ${codeForm(step.csrfToken, said('The code that the app shows'))} ${again}`,
});

/** @param goesTo where the login leads */
export const recoveryCodesPage = (codes: readonly string[], goesTo: string): PageContent => ({
  title: said('Keep your recovery codes'),
  body: html`<p>
      ${said(
        'Each of these codes stands for your second factor once, for example when you have lost your phone. They are not shown again.',
      )}
    </p>
    <ul>
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p><a class="button" href="${goesTo}">${said('I have kept them')}</a></p>`,
});

const picture = ({ size, path }: QrCode): Markup =>
  html`<svg viewBox="0 0 ${size} ${size}" width="240" height="240" role="img" aria-label="${said('QR code')}">
    <path fill="#fff" d="M0 0h${size}v${size}H0z" />
    <path fill="#000" d="${path}" />
  </svg>`;
