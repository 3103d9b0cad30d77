/**
 * Asks the device for a passkey and submits its answer with the form. Without scripts the page works with codes.
 */
export const PASSKEY_SCRIPT = `
'use strict';
const form = document.getElementById('passkey-form');
const button = document.getElementById('use-passkey');
const said = document.getElementById('passkey-failure');
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
async function ask() {
  const options = JSON.parse(form.dataset.options);
  options.challenge = bytes(options.challenge);
  options.allowCredentials = (options.allowCredentials || []).map((one) => ({ ...one, id: bytes(one.id) }));
  const got = await navigator.credentials.get({ publicKey: options });
  const { authenticatorData, clientDataJSON, signature, userHandle } = got.response;
  form.elements.passkey.value = JSON.stringify({
    id: got.id, rawId: text(got.rawId), type: got.type, clientExtensionResults: {},
    response: {
      authenticatorData: text(authenticatorData), clientDataJSON: text(clientDataJSON), signature: text(signature),
      ...(userHandle ? { userHandle: text(userHandle) } : {}),
    },
  });
  form.submit();
}
if (window.PublicKeyCredential) {
  button.hidden = false;
  button.addEventListener('click', () => {
    said.hidden = true;
    ask().catch(() => { said.hidden = false; });
  });
} else said.hidden = false;
`;
