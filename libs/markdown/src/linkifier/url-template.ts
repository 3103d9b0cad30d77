import { parseTemplate } from 'url-template';

const EXPRESSION = /^[+#./;?&]?(.+)$/;
const VARIABLE = /^((?:[\w]|%[\da-f]{2})(?:\.?(?:[\w]|%[\da-f]{2}))*)(?::[1-9]\d{0,3}|\*)?$/i;

/** The names of the variables of an RFC 6570 template, each once, in order; null when it is not one. */
export function templateVariables(template: string): string[] | null {
  const expressions = Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, expression = '']) => expression);
  if (/[{}\p{Cc}]/u.test(template.replace(/\{[^{}]*\}/g, ''))) return null;
  const names = new Set<string>();
  for (const expression of expressions) {
    const [, variables] = EXPRESSION.exec(expression) ?? [];
    for (const variable of (variables ?? '').split(',')) {
      const [, name] = VARIABLE.exec(variable) ?? [];
      if (name === undefined) return null;
      names.add(name);
    }
  }
  return [...names];
}

/** Fills in a template; values are percent-encoded as its operators say. */
export function templateExpander(template: string): (values: Readonly<Record<string, string>>) => string {
  const parsed = parseTemplate(template);
  return (values) => parsed.expand(values);
}
