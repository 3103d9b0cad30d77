import { html, PageContent } from '@app/platform';
import { said } from '../page-words';

/** Copies the text for the app. Without scripts a user copies it by hand. */
const COPY_SCRIPT = `
'use strict';
const button = document.getElementById('copy');
const given = document.getElementById('desktop-token');
button.hidden = false;
button.addEventListener('click', () => {
  given.select();
  navigator.clipboard.writeText(given.value).then(() => { button.textContent = button.dataset.copied; }, () => {});
});
`;

/** For the browser in which a user has logged in for a desktop app. */
export const desktopPage = (sealed: string): PageContent => ({
  title: said('Finish the login in the desktop app'),
  script: COPY_SCRIPT,
  body: html`<p>
      ${said('Copy this text and go back to the app, within a minute. The app reads it from the clipboard.')}
    </p>
    <p>
      <label>${said('For the app')} <input type="text" id="desktop-token" value="${sealed}" readonly /></label>
      <button type="button" id="copy" data-copied="${said('Copied')}" hidden>${said('Copy')}</button>
    </p>
    <p><a href="/login/">${said('Go on in the browser instead')}</a></p>`,
});

/**
 * Runs in the desktop app. It sends the browser of the device to the same address with a key, and waits for the text
 * that the browser shows: from the clipboard, which the app reads, else from the field.
 */
const WAIT_SCRIPT = `
'use strict';
const field = document.getElementById('pasted');
const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
async function ownPad() {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const opens = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  document.getElementById('paste').hidden = false;
  const pasted = new Promise((resolve) => {
    field.addEventListener('input', async () => {
      const given = bytes(field.value.trim());
      try {
        const iv = given.slice(0, 12);
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, opens, given.slice(12));
        resolve(new TextDecoder().decode(opened));
      } catch {
        // The text is not whole yet, or another one: the field stays open.
      }
    });
  });
  return { key, pasted };
}
async function wait() {
  const bridge = window.electron_bridge;
  const { key, pasted } = bridge && bridge.decrypt_clipboard ? bridge.decrypt_clipboard(1) : await ownPad();
  const address = new URL(location.href);
  const pad = Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('');
  address.searchParams.set('desktop_flow_otp', pad);
  const open = () => window.open(address.href, '_blank');
  document.getElementById('open').addEventListener('click', open);
  document.getElementById('open').hidden = false;
  open();
  location.assign('/accounts/login/subdomain/' + encodeURIComponent(await pasted));
}
wait();
`;

/** For the desktop app itself: its login goes through the browser of the device. */
export const desktopWaitPage = (): PageContent => ({
  title: said('Log in with your browser'),
  script: WAIT_SCRIPT,
  body: html`<p>${said('Log in there, copy the text that the browser then shows, and come back here.')}</p>
    <p><button type="button" id="open" hidden>${said('Open the browser again')}</button></p>
    <p id="paste" hidden>
      <label>${said('The text from the browser')} <input type="text" id="pasted" autocomplete="off" /></label>
    </p>
    <p><a href="/login/">${said('Begin again')}</a></p>`,
});

/** Whether the desktop app itself asks, which has no key in its address yet. */
export const isDesktopApp = (userAgent: string | undefined): boolean => /\bZulipElectron\//.test(userAgent ?? '');
