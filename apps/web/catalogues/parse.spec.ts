import { parse } from './parse';

describe('a message of the catalogues', () => {
  it('has arguments, numbers and nested forms', () => {
    expect(
      parse('{who} has {n, plural, =0 {nothing} one {# {kind, select, gem {gem} other {thing}}} other {#}}.'),
    ).toEqual([
      { kind: 'argument', name: 'who' },
      { kind: 'text', text: ' has ' },
      {
        kind: 'plural',
        name: 'n',
        forms: new Map<string, unknown>([
          ['=0', [{ kind: 'text', text: 'nothing' }]],
          [
            'one',
            [
              { kind: 'number', name: 'n' },
              { kind: 'text', text: ' ' },
              {
                kind: 'select',
                name: 'kind',
                forms: new Map([
                  ['gem', [{ kind: 'text', text: 'gem' }]],
                  ['other', [{ kind: 'text', text: 'thing' }]],
                ]),
              },
            ],
          ],
          ['other', [{ kind: 'number', name: 'n' }]],
        ]),
      },
      { kind: 'text', text: '.' },
    ]);
  });

  it.each([
    ["it's", "it's"],
    ["it''s", "it's"],
    ["'{not}' an argument", '{not} an argument'],
    ["'{it''s}'", "{it's}"],
    ['# without a plural', '# without a plural'],
  ])('formats %j as %j', (message, text) => {
    expect(parse(message)).toEqual([{ kind: 'text', text }]);
  });

  it.each([
    ['{name', 'a comma or a closing brace is missing'],
    ['{}', 'the name of an argument is missing'],
    ['name}', 'a brace is closed that was not opened'],
    ['{at, date}', 'date is not known'],
    ['{n, number, percent}', 'a number has no style here'],
    ['{n, plural, one {#}}', 'the form "other" is missing'],
    ['{n, plural, one {#} other {#', 'a form is not closed'],
    ['{n, plural}', 'the forms are missing'],
  ])('is rejected: %s', (message, complaint) => {
    expect(() => parse(message)).toThrow(complaint);
  });
});
