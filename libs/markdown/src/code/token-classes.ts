/** The short classes that clients colour by, for the scopes that a grammar tells apart. */
const CLASSES: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'nt',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  char: 'se',
  class: 'nc',
  code: 's',
  deletion: 'gd',
  doctag: 'sd',
  emphasis: 'ge',
  function: 'nf',
  keyword: 'k',
  literal: 'kc',
  meta: 'cp',
  'meta prompt_': 'gp',
  name: 'nt',
  operator: 'o',
  property: 'n',
  punctuation: 'p',
  quote: 'c',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  strong: 'gs',
  symbol: 'ss',
  tag: 'p',
  'template-variable': 'nv',
  title: 'nf',
  'title class_': 'nc',
  type: 'kt',
  variable: 'nv',
  'variable constant_': 'no',
  'variable language_': 'bp',
};

const DECLARING = /^(?:let|const|var|function|class|def|fn|func|fun|interface|enum|struct|trait|type|module)$/;
const NAMING = /^(?:import|from|package|namespace|using|include|require|use)$/;

/** The class of a piece of code, by its scope and how it looks; null: it has none. */
export function tokenClass(scope: string, text: string): string | null {
  const [base = scope] = scope.split(' ');
  if (base === 'number') return numberClass(text);
  if (base === 'string')
    return text.startsWith('"') ? 's2' : text.startsWith("'") ? 's1' : text[0] === '`' ? 'sb' : 's';
  if (base === 'comment') return /^(?:\/\*|\(\*|<!--|\{-)/.test(text) ? 'cm' : 'c1';
  if (base === 'keyword' && DECLARING.test(text)) return 'kd';
  if (base === 'keyword' && NAMING.test(text)) return 'kn';
  if (base === 'meta' && text.startsWith('@')) return 'nd';
  return CLASSES[scope] ?? CLASSES[base] ?? null;
}

function numberClass(text: string): string {
  if (/^0x/i.test(text)) return 'mh';
  if (/^0b/i.test(text)) return 'mb';
  if (/^0o/i.test(text)) return 'mo';
  return /^[\d_]+$/.test(text) ? 'mi' : 'mf';
}
