import DOMPurify, { Config } from 'dompurify';

/** Made clean once, however often it is shown. */
const MAX_KEPT = 2_000;
const kept = new Map<string, TrustedHTML>();

/** Attributes from which browsers load what an element shows. */
const SOURCES = ['src', 'poster', 'data', 'background'];
const SETS = 'srcset';
/** In drawings, which refer to pictures, and to parts of themselves. */
const REFERENCES = ['href', 'xlink:href'];
const OPTIONS: Config & { RETURN_TRUSTED_TYPE: true } = {
  RETURN_TRUSTED_TYPE: true,
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'object', 'embed'],
  FORBID_ATTR: ['id', 'name'],
  ADD_ATTR: ['target'],
};

/** In styles and drawings, to what lies elsewhere. */
const REFERENCE = /\\|(?:url|image-set)\(\s*(?!["']?#)/i;
const OWN_PICTURE = /^background-image: url\("\/external_content\/[0-9a-f]+\/[0-9a-f]+"\)$/;

/** What is being made clean is read only, and not shown. */
let isPasted = false;

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // Nothing is asked of other servers by looking at a message. What is pasted is not looked at.
  if (!isPasted) dropForeign(node);
  const href = node.localName === 'a' ? node.getAttribute('href') : null;
  if (href !== null && !isOwn(href)) {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
});

function dropForeign(node: Element): void {
  for (const name of node.localName === 'a' ? [] : [...SOURCES, ...REFERENCES])
    if (node.hasAttribute(name) && !isOwn(node.getAttribute(name)!)) node.removeAttribute(name);
  if (!sourcesIn(node.getAttribute(SETS) ?? '').every(isOwn)) node.removeAttribute(SETS);
  for (const { name, value } of [...node.attributes])
    if (node instanceof SVGElement && REFERENCE.test(value)) node.removeAttribute(name);
  // Only formulas have styles of their own, and pictures of linked pages, which are of this server.
  const style = node.getAttribute('style');
  const isOfFormula = node.closest('.katex') !== null && !REFERENCE.test(style ?? '');
  if (style !== null && !isOfFormula && !OWN_PICTURE.test(style)) node.removeAttribute('style');
}

/** The addresses of a list such as `/a.png 1x, /b.png 2x`. */
const sourcesIn = (set: string): string[] => set.split(',').flatMap((one) => one.trim().split(/\s/)[0] || []);

function isOwn(address: string): boolean {
  return URL.canParse(address, location.href) && new URL(address, location.href).origin === location.origin;
}

/** The only way in which HTML of the server enters the page. */
export function cleanHtml(html: string): TrustedHTML {
  const known = kept.get(html);
  if (known) return known;
  const clean = DOMPurify.sanitize(html, OPTIONS);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(html, clean);
  return clean;
}

/** HTML of another program, to be read: nothing of it enters the page. */
export function pastedHtml(html: string): DocumentFragment {
  isPasted = true;
  try {
    return DOMPurify.sanitize(html, { FORBID_TAGS: OPTIONS.FORBID_TAGS, RETURN_DOM_FRAGMENT: true });
  } finally {
    isPasted = false;
  }
}
