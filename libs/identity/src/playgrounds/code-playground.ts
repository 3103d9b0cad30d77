import { isSafeTemplate, templateVariables } from '@app/markdown';
import {
  PlaygroundIsIncomplete,
  PlaygroundLanguageIsInvalid,
  PlaygroundTemplateHasOtherVariables,
  PlaygroundTemplateIsInvalid,
  PlaygroundTemplateLacksCode,
} from './code-playground.errors';

/** A website that runs code of one language. */
export interface CodePlayground {
  readonly id: number;
  readonly name: string;
  /** The name of a lexer. */
  readonly language: string;
  /** RFC 6570, with the single variable `code`. */
  readonly urlTemplate: string;
}

export type PlaygroundFacts = Omit<CodePlayground, 'id'>;

const LANGUAGE = /^[\w+\-./#]+$/;
const VARIABLE = 'code';
/** Characters that RFC 6570 forbids in literals. Its errata allow the apostrophe. */
const NO_LITERAL = /[\s"<>\\^`|]|%(?![\da-f]{2})/i;
const EXPRESSIONS = /\{[^{}]*\}/g;

/**
 * A playground as it is stored: without white space around its texts.
 * @throws PlaygroundIsIncomplete, PlaygroundLanguageIsInvalid, PlaygroundTemplateIsInvalid,
 * PlaygroundTemplateLacksCode, PlaygroundTemplateHasOtherVariables
 */
export function playgroundFacts(written: PlaygroundFacts): PlaygroundFacts {
  const name = written.name.trim();
  const language = written.language.trim();
  const urlTemplate = written.urlTemplate.trim();
  if (name === '') throw new PlaygroundIsIncomplete('name');
  if (language === '') throw new PlaygroundIsIncomplete('pygments_language');
  if (!LANGUAGE.test(language)) throw new PlaygroundLanguageIsInvalid();
  assertTemplate(urlTemplate);
  return { name, language, urlTemplate };
}

function assertTemplate(template: string): void {
  const variables = templateVariables(template);
  if (!variables || template === '' || NO_LITERAL.test(template.replaceAll(EXPRESSIONS, '{}')))
    throw new PlaygroundTemplateIsInvalid();
  if (!variables.includes(VARIABLE)) throw new PlaygroundTemplateLacksCode();
  if (variables.length > 1) throw new PlaygroundTemplateHasOtherVariables();
  if (!isSafeTemplate(template, variables)) throw new PlaygroundTemplateIsInvalid();
}
