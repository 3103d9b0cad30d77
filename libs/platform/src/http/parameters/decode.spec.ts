import 'reflect-metadata';
import { DomainError } from '@app/kernel';
import * as fc from 'fast-check';
import { decode } from './decode';
import { Flag, Integer, Integers, Json, Objects, Text, Texts, Word } from './parameter';

class Item {
  @Text({ doc: 'Name.' })
  name: string;

  @Text({ doc: 'Description.', required: false })
  description = '';
}

class Choice {
  @Json({
    doc: 'Something even, or nothing.',
    nullable: true,
    schema: {},
    check: (value) => (value === 2 ? null : '$V is odd'),
  })
  value: number | null;
}

class Everything {
  @Text({ doc: 'Raw text.', required: false, maxLength: 5, aliases: ['label'] })
  title?: string;

  @Word({ doc: 'One of two.', oneOf: ['add', 'remove'], required: false })
  op?: string;

  @Integer({ doc: 'A number.', required: false, max: 100 })
  count?: number;

  @Integer({ doc: 'A number or nothing.', required: false, nullable: true })
  folder?: number | null;

  @Flag({ doc: 'Yes or no.', required: false })
  announce?: boolean;

  @Integers({ doc: 'Ids.', required: false })
  ids?: number[];

  @Texts({ doc: 'Words.', required: false })
  words?: string[];

  @Objects(() => Item, { doc: 'Items.', required: false })
  items?: Item[];

  @Objects(() => Choice, { doc: 'Choices.', required: false })
  choices?: Choice[];

  @Json({
    doc: 'Anything even.',
    required: false,
    schema: {},
    bareWords: ['two'],
    check: (value) => (value === 2 || value === 'two' ? null : '$V is odd'),
  })
  even?: unknown;
}

class Needs {
  @Text({ doc: 'Needed.' })
  content: string;
}

const decoded = (raw: Record<string, string>) => decode(Everything, raw).request;

function refusal(raw: Record<string, string>, requestClass: new () => object = Everything): DomainError {
  try {
    decode(requestClass, raw);
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('It was accepted.');
}

describe('parameters', () => {
  it.each([
    [{ title: 'null' }, { title: 'null' }],
    [{ label: 'old' }, { title: 'old' }],
    [{ op: '"add"' }, { op: 'add' }],
    [{ op: 'null' }, {}],
    [{ count: '7' }, { count: 7 }],
    [{ count: 'null' }, {}],
    [{ folder: 'null' }, { folder: null }],
    [{ announce: 'true' }, { announce: true }],
    [{ ids: '[1,2]' }, { ids: [1, 2] }],
    [{ ids: '5' }, { ids: [5] }],
    [{ words: '["a"]' }, { words: ['a'] }],
    [{ items: '[{"name":"x"}]' }, { items: [{ name: 'x', description: '' }] }],
    [{ items: '[{"name":"x","description":null}]' }, { items: [{ name: 'x', description: '' }] }],
    [{ choices: '[{"value":null}]' }, { choices: [{ value: null }] }],
    [{ even: 'two' }, { even: 'two' }],
  ])('reads %j', (raw, expected) => {
    expect({ ...decoded(raw as Record<string, string>) }).toEqual(expected);
  });

  it.each([
    [{ count: '"5"' }, 'count is not an integer'],
    [{ count: '5.0' }, 'count is not an integer'],
    [{ count: '1e400' }, 'count is not an integer'],
    [{ count: '5e0' }, 'count is not an integer'],
    [{ ids: '[1,5.0]' }, 'ids[1] is not an integer'],
    [{ ids: '5.0' }, 'ids is not a list'],
    [{ ids: '[1,-1]' }, 'ids[1] is too small'],
    [{ ids: '[9007199254740992]' }, 'ids[0] is too large'],
    [{ even: '2.0' }, 'even is odd'],
    [{ count: '-1' }, 'count is too small'],
    [{ count: '101' }, 'count is too large'],
    [{ count: 'five' }, 'count is not valid JSON'],
    [{ count: '' }, 'count is not valid JSON'],
    [{ announce: '1' }, 'announce is not a boolean'],
    [{ announce: '"true"' }, 'announce is not a boolean'],
    [{ announce: 'True' }, 'announce is not valid JSON'],
    [{ ids: '{"a":1}' }, 'ids is not a list'],
    [{ ids: '["1"]' }, 'ids[0] is not an integer'],
    [{ op: 'toggle' }, 'Invalid op'],
    [{ title: 'longer' }, 'title is too long (limit: 5 characters)'],
    [{ title: 'a\0b' }, 'title must not contain null bytes or unpaired surrogates'],
    [{ words: '"a"' }, 'words is not a list'],
    [{ words: '["a",1]' }, 'words[1] is not a string'],
    [{ words: '["\\ud800"]' }, 'words[0] must not contain null bytes or unpaired surrogates'],
    [{ items: '[{"name":"x","id":1}]' }, 'items[0]["id"] is unexpected'],
    [{ items: '[{"name":3}]' }, 'items[0]["name"] is not a string'],
    [{ items: '[{"name":null}]' }, 'items[0]["name"] is not a string'],
    [{ items: '[{"name":"x","__proto__":{"id":1}}]' }, 'items: the key __proto__ is unexpected'],
    [{ items: '[{"name":"x","constructor":1}]' }, 'items: the key constructor is unexpected'],
    [{ items: `[${'0,'.repeat(20_000)}{"constructor":1}]` }, 'items is too long'],
    [{ choices: '[{}]' }, 'choices[0]["value"] is odd'],
    [{ items: '[null]' }, 'items[0] is not a dict'],
    [{ items: '[{"name":"x"},[]]' }, 'items[1] is not a dict'],
    [{ even: '3' }, 'even is odd'],
    [{ even: `[${'0,'.repeat(60_000)}0]` }, 'even is not valid JSON'],
    [{ even: `[${'{"a":[0,0]},'.repeat(30_000)}0]` }, 'even is not valid JSON'],
    [{ even: `${'['.repeat(5000)}${']'.repeat(5000)}` }, 'even is not valid JSON'],
  ])('refuses %j', (raw, message) => {
    const { message: said, code, status } = refusal(raw as Record<string, string>);
    expect({ said, code, status }).toEqual({ said: message, code: 'BAD_REQUEST', status: 400 });
  });

  it('names a missing parameter', () => {
    const { message, code, extra } = refusal({}, Needs);
    expect({ message, code, extra }).toEqual({
      message: "Missing 'content' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      extra: { var_name: 'content' },
    });
  });

  it('refuses a parameter together with its older name', () => {
    const { code, status, extra } = refusal({ title: 'a', label: 'a' });
    expect({ code, status, extra }).toEqual({
      code: 'REQUEST_CONFUSING_VAR',
      status: 400,
      extra: { var_name1: 'title', var_name2: 'label' },
    });
  });

  it('rejects a string in place of a number', () => {
    expect(decoded({ words: '["5.0","\\"1e3","x"]', ids: '[5]' })).toMatchObject({
      words: ['5.0', '"1e3', 'x'],
      ids: [5],
    });
  });

  it.each([
    ['an object', (keys: object) => ({ even: JSON.stringify(keys) })],
    ['an object of a class', (keys: object) => ({ items: JSON.stringify(keys) })],
    ['a list of them', (keys: object) => ({ items: JSON.stringify([keys]) })],
    ['an object within them', (keys: object) => ({ choices: JSON.stringify([{ value: keys }]) })],
  ])('reads %s of many keys in linear time', (_, raw) => {
    // Of the processor alone, whatever else the machine does; the best of three. A clock that goes by steps of some
    // milliseconds sees nothing of one short work, so each is done twenty times.
    const time = (keys: number): number => {
      const parameters = raw(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i])));
      const times = Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        for (let at = 0; at < 20; at++) refusal(parameters);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      });
      return Math.min(...times);
    };
    expect(time(100_000) / time(5_000)).toBeLessThan(100); // 400 when squared
  });

  it('counts values, not the commas of texts', () => {
    const words = Array.from({ length: 20 }, () => '\\",'.repeat(3_000));
    expect(decoded({ words: JSON.stringify(words) }).words).toEqual(words);
  });

  it('counts code points, not units', () => {
    expect(decoded({ title: '🎉🎉🎉🎉🎉' }).title).toBe('🎉🎉🎉🎉🎉');
  });

  it('reports unknown names, sorted', () => {
    expect(decode(Needs, { zeta: '1', content: 'x', alpha: '2' }).unknown).toEqual(['alpha', 'zeta']);
  });

  it('answers any text with a value or a documented error', () => {
    const names = [
      'title',
      'op',
      'count',
      'folder',
      'announce',
      'ids',
      'words',
      'items',
      'even',
      '__proto__',
      'constructor',
    ];
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('null', '[[]]', '{"__proto__":1}', '-0', '1e9'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), text), (raw) => {
        try {
          decode(Everything, raw);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});
