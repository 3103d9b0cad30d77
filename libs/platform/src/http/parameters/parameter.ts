import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { bounded, isWithin, MAX_ITEM_LENGTH, MAX_ITEMS, MAX_TEXT_LENGTH, MAX_WORD_LENGTH } from './bounds';
import { codePoints } from './text';

/** How the text of a parameter becomes a value: unchanged, one of a few words, or JSON. */
type Decoding = 'text' | 'word' | 'json' | 'integer-list' | 'long';

export interface ParameterDescription {
  name: string;
  decoding: Decoding;
  required: boolean;
  nullable: boolean;
  aliases: string[];
  /** Words that need no JSON quotes. */
  bareWords: readonly string[];
  /** Class of the object, or of each object of the list. */
  itemClass?: () => Class;
}

export interface ParameterOptions {
  /** What the parameter means, with its unit: becomes the OpenAPI description. */
  doc: string;
  /** Default: `true`. */
  required?: boolean;
  /** `null` is a value and differs from an absent parameter. */
  nullable?: boolean;
  /** Older names that clients still send. */
  aliases?: string[];
}

type Class = new () => object;

const descriptions = new WeakMap<object, ParameterDescription[]>();

/** The parameters of a request class, in the order of their declaration; those of the class that it extends first. */
export function parametersOf(requestClass: Class): readonly ParameterDescription[] {
  const parent = Object.getPrototypeOf(requestClass) as Class | null;
  const inherited = parent?.prototype ? parametersOf(parent) : [];
  const own = descriptions.get(requestClass.prototype as object) ?? [];
  return inherited.length > 0 ? [...inherited, ...own] : own;
}

type Extras = Partial<Pick<ParameterDescription, 'bareWords' | 'itemClass'>>;

/** Messages name the parameter as `$V`; the pipe replaces it by the path of what is wrong. */
const says = (message: string) => ({ message });

/** For the decorators of this folder alone. */
export function parameter(
  decoding: Decoding,
  { doc, required = true, nullable = false, aliases = [], bareWords = [], itemClass }: ParameterOptions & Extras,
  schema: ApiPropertyOptions,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const describe: PropertyDecorator = (target, key) => {
    const known = descriptions.get(target) ?? [];
    const one = { name: String(key), decoding, required, nullable, aliases, bareWords, itemClass };
    descriptions.set(target, [...known, one]);
  };
  const mayBeAbsent = !required;
  const presence = nullable
    ? ValidateIf((_, value) => value !== null && !(mayBeAbsent && value === undefined))
    : IsOptional();
  const property = { description: doc, required, nullable: nullable || undefined, ...schema } as ApiPropertyOptions;
  return applyDecorators(describe, ...(required && !nullable ? [] : [presence]), ApiProperty(property), ...rules);
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair; both are refused here, before any query. */
const StorableText = (): PropertyDecorator =>
  ValidateBy(
    { name: 'storableText', validator: { validate: isStorable } },
    says('$V must not contain null bytes or unpaired surrogates'),
  );

const LengthInCodePoints = (min: number, max: number): PropertyDecorator[] => [
  ValidateBy(
    {
      name: 'minLength',
      validator: { validate: (value: string) => typeof value !== 'string' || codePoints(value) >= min },
    },
    says(min === 1 ? '$V cannot be blank' : '$V is too short'),
  ),
  ValidateBy(
    {
      name: 'maxLength',
      validator: { validate: (value: string) => typeof value !== 'string' || codePoints(value) <= max },
    },
    says(`$V is too long (limit: ${max} characters)`),
  ),
];

interface TextOptions extends ParameterOptions {
  minLength?: number;
  /** In code points; a text without its own limit has a general one. */
  maxLength?: number;
  /** One of a few words, of which the operation itself refuses the wrong ones: clients may send it in JSON quotes. */
  isWord?: boolean;
  /** The field has its own rule for NUL and similar characters. */
  unchecked?: boolean;
}

/** A string, sent raw (top level) or as a JSON string (inside an object). */
export function Text(options: TextOptions): PropertyDecorator {
  const { minLength = 0, isWord = false, unchecked = false } = options;
  const { maxLength = isWord ? MAX_WORD_LENGTH : MAX_TEXT_LENGTH } = options;
  return parameter(
    isWord ? 'word' : 'text',
    options,
    { type: String, minLength: minLength || undefined, maxLength },
    IsString(says('$V is not a string')),
    ...(unchecked ? [] : [StorableText()]),
    ...LengthInCodePoints(minLength, maxLength),
  );
}

/** One of a few words; clients send it raw or in JSON quotes. */
export function Word(options: ParameterOptions & { oneOf: readonly string[] }): PropertyDecorator {
  return parameter(
    'word',
    options,
    { type: String, enum: [...options.oneOf] },
    IsIn([...options.oneOf], says('Invalid $V')),
  );
}

interface IntegerOptions extends ParameterOptions {
  min?: number;
  max?: number;
}

/** A JSON integer; `"5"` and `5.0` are refused. Without bounds: what a double holds exactly, from 0. */
export function Integer(options: IntegerOptions): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  return parameter(
    'json',
    options,
    { type: 'integer', minimum: min, maximum: max },
    IsInt(says('$V is not an integer')),
    Min(min, says('$V is too small')),
    Max(max, says('$V is too large')),
  );
}

/** A JSON boolean; `1` and `"true"` are refused. */
export function Flag(options: ParameterOptions): PropertyDecorator {
  return parameter('json', options, { type: Boolean }, IsBoolean(says('$V is not a boolean')));
}

/** A rule for every item of a list. The error names the position of the first invalid one. */
function EachItem(name: string, isFit: (item: unknown) => boolean, complaint: string): PropertyDecorator {
  const firstUnfit = (list: unknown): number => (Array.isArray(list) ? list.findIndex((item) => !isFit(item)) : -1);
  const message = ({ value }: { value: unknown }) => `$V[${firstUnfit(value)}] ${complaint}`;
  return ValidateBy(
    { name, validator: { validate: (list) => firstUnfit(list) < 0 } },
    { message: message as () => string },
  );
}

/** A JSON list of integers, at least 0 unless `min` is given. A single integer means a list with one element. */
export function Integers(options: ParameterOptions & { min?: number }): PropertyDecorator {
  const { min = 0 } = options;
  return parameter(
    'integer-list',
    options,
    { type: 'array', items: { type: 'integer' }, maxItems: MAX_ITEMS },
    IsArray(says('$V is not a list')),
    ArrayMaxSize(MAX_ITEMS, says('$V is too long')),
    EachItem('integers', (item) => Number.isInteger(item), 'is not an integer'),
    EachItem('large', (item) => (item as number) >= min, 'is too small'),
    EachItem('safe', (item) => (item as number) <= Number.MAX_SAFE_INTEGER, 'is too large'),
  );
}

interface TextsOptions extends ParameterOptions {
  maxItems?: number;
  /** Code points of each. */
  maxLength?: number;
}

/** A JSON list of strings. */
export function Texts(options: TextsOptions): PropertyDecorator {
  const { maxItems = MAX_ITEMS, maxLength = MAX_ITEM_LENGTH } = options;
  return parameter(
    'json',
    options,
    { type: 'array', items: { type: 'string', maxLength }, maxItems },
    IsArray(says('$V is not a list')),
    ArrayMaxSize(maxItems, says('$V is too long')),
    EachItem('strings', (item) => typeof item === 'string', 'is not a string'),
    EachItem('shortTexts', (item) => codePoints(item as string) <= maxLength, 'is too long'),
    EachItem('storableTexts', isStorable, 'must not contain null bytes or unpaired surrogates'),
  );
}

/** A JSON list of objects of one class; unexpected keys are refused. */
export function Objects(itemClass: () => Class, options: ParameterOptions): PropertyDecorator {
  return parameter(
    'json',
    { ...options, itemClass },
    { type: () => itemClass(), isArray: true, maxItems: MAX_ITEMS },
    IsArray(says('$V is not a list')),
    ArrayMaxSize(MAX_ITEMS, says('$V is too long')),
    EachItem('objects', isPlainObject, 'is not a dict'),
    ValidateNested({ each: true }),
  );
}

/** A JSON object of one class; unexpected keys are refused. */
export function Nested(objectClass: () => Class, options: ParameterOptions): PropertyDecorator {
  return parameter(
    'json',
    { ...options, itemClass: objectClass },
    { type: () => objectClass() },
    IsObject(says('$V is not a dict')),
    ValidateNested(),
  );
}

type Check = (value: unknown) => string | null;

/**
 * JSON of several possible forms, such as a group-setting value. `check` answers what is wrong with the decoded value
 * (a sentence with `$V` in the parameter's place) or null. `bareWords` are read without JSON quotes, too. The limits of
 * the schema hold besides; where it has none, general ones do.
 */
export function Json(
  options: ParameterOptions & Pick<Extras, 'bareWords'> & { schema: ApiPropertyOptions; check: Check },
): PropertyDecorator {
  const schema = bounded(options.schema);
  const fault = (value: unknown) => options.check(value) ?? (isWithin(schema, value) ? null : '$V is too long');
  const rule = { name: 'json', validator: { validate: (value: unknown) => fault(value) === null } };
  const message = ({ value }: { value: unknown }) => fault(value) ?? '';
  return parameter('json', options, schema, ValidateBy(rule, { message: message as () => string }));
}

const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
