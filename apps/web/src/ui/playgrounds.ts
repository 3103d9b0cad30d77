/** What stands before the value in an expression of RFC 6570, by its operator. */
const PREFIXES: Readonly<Record<string, string>> = {
  '': '',
  '+': '',
  '#': '#',
  '.': '.',
  '/': '/',
  ';': ';code=',
  '?': '?code=',
  '&': '&code=',
};

/** Only unreserved characters stay as they are. */
const encodeWhole = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The address that runs the code, by a template of RFC 6570 with the variable `code`; `null`: it is none of the web. */
export function playgroundAddress(template: string, code: string): string | null {
  const address = template.replace(/\{([+#./;?&]?)code(?::(\d{1,4}))?\*?\}/g, (_, operator: string, most?: string) => {
    const value = most === undefined ? code : [...code].slice(0, Number(most)).join('');
    const isOpen = operator === '+' || operator === '#';
    return PREFIXES[operator]! + (isOpen ? encodeURI(value.toWellFormed()) : encodeWhole(value));
  });
  const isOfWeb = URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
  return isOfWeb ? address : null;
}
