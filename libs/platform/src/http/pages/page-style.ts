import { createHash } from 'node:crypto';

/** The colours of the browser client, by the names that `apps/web/src/styles/tokens.css` has for them. */
const LIGHT = `
    color-scheme: light;
    --color-canvas: #ffffff;
    --color-panel: #f5f6fa;
    --color-raised: #ffffff;
    --color-line: #dfe2ea;
    --color-line-strong: #8b91a3;
    --color-text: #1c2030;
    --color-quiet: #555c70;
    --color-accent: #3451b2;
    --color-accent-text: #ffffff;
    --color-accent-quiet: #2c4596;
    --color-danger: #b3261e;
    --color-danger-panel: #fbeceb;
    --color-code: #f0f2f7;`;
const DARK = `
    color-scheme: dark;
    --color-canvas: #15171d;
    --color-panel: #1b1e26;
    --color-raised: #22262f;
    --color-line: #2d323e;
    --color-line-strong: #7d8499;
    --color-text: #e7e9f0;
    --color-quiet: #a3a9ba;
    --color-accent: #9db1ff;
    --color-accent-text: #10142a;
    --color-accent-quiet: #b9c7ff;
    --color-danger: #ffb4ab;
    --color-danger-panel: #45201e;
    --color-code: #232833;`;

/** How every page of the server looks. */
export const STYLE = `
  :root {${LIGHT}
    --line: 1px;
    --radius: .5rem;
    --radius-small: .3125rem;
    --shadow: 0 1px 2px rgb(20 24 40 / 8%), 0 6px 24px rgb(20 24 40 / 10%);
  }
  @media (prefers-color-scheme: dark) {
    :root {${DARK}
      --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 6px 24px rgb(0 0 0 / 50%);
    }
  }
  *, *::before, *::after { box-sizing: border-box }
  html { background: var(--color-panel); text-size-adjust: none }
  body { width: calc(100% - 2rem); max-width: 26rem; margin: clamp(1rem, 6vh, 4rem) auto 2rem; padding: clamp(1rem, 5vw, 2rem); border: var(--line) solid var(--color-line); border-radius: var(--radius); font: .9375rem/1.5 system-ui, sans-serif; color: var(--color-text); background: var(--color-raised); box-shadow: var(--shadow); overflow-wrap: anywhere }
  h1 { margin: 0 0 1.5rem; font-size: 1.375rem; line-height: 1.25 }
  h2 { margin: 2.5rem 0 .5rem; font-size: 1.0625rem }
  label { display: block; margin: 1rem 0; font-weight: 600 }
  input { font: inherit; font-weight: 400; color: inherit; accent-color: var(--color-accent) }
  input:not([type=checkbox]) { display: block; width: 100%; min-height: 2.5rem; margin-top: .25rem; padding: .25rem .5rem; border: var(--line) solid var(--color-line-strong); border-radius: var(--radius-small); background: var(--color-canvas) }
  input[type=checkbox] { width: 1.25rem; height: 1.25rem; margin: 0 .25rem 0 0; vertical-align: middle }
  button, a.button { display: inline-block; min-height: 2.5rem; padding: .5rem 1.25rem; border: 0; border-radius: var(--radius-small); font: inherit; font-weight: 600; line-height: 1.5rem; color: var(--color-accent-text); background: var(--color-accent); text-decoration: none; cursor: pointer }
  button:hover, a.button:hover { background: var(--color-accent-quiet) }
  :focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px }
  form { margin: 1rem 0 }
  a { color: var(--color-accent); text-underline-offset: .15em }
  code { padding: .1em .3em; border-radius: var(--radius-small); background: var(--color-code) }
  footer { margin: 2.5rem 0 0; font-size: .8125rem; color: var(--color-quiet) }
  [role=alert] { padding: .5rem .75rem; border-inline-start: .25rem solid var(--color-danger); border-radius: var(--radius-small); background: var(--color-danger-panel) }
  @media (forced-colors: active) { button, a.button { border: var(--line) solid } }
`;

/** What a content security policy calls the style: exactly these bytes. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
