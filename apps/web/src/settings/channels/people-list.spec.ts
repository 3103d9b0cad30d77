import { entriesIn, peopleNamed } from './people-list';

const said = (list: string) => entriesIn(list).map(({ line, text }) => `${line} ${text}`);

describe('a list of people', () => {
  it.each([
    ['addresses, one a line', 'ana@x.example\nben@x.example\n', ['1 ana@x.example', '2 ben@x.example']],
    [
      'addresses of a mail program',
      'Ana Diaz <ana@x.example>; Ben <ben@x.example>',
      ['1 ana@x.example', '1 ben@x.example'],
    ],
    ['names', 'Ana Diaz\n\nBen Okoro', ['1 Ana Diaz', '3 Ben Okoro']],
    ['a file with a header', 'Name,Email\r\n"Diaz, Ana",ana@x.example\r\n', ['2 ana@x.example']],
    ['a file with a byte order mark', '\uFEFFemail;full_name\nana@x.example;Ana', ['2 ana@x.example']],
    ['a file without a header', 'ana@x.example,Ana Diaz,member', ['1 ana@x.example']],
    ['a cell with quotes and line ends', '"Ana ""A"" Diaz\nof Rome",ana@x.example\nben', ['1 ana@x.example', '3 ben']],
    ['tabs of a spreadsheet', 'E-mail\tTeam\nana@x.example\tdesign', ['2 ana@x.example']],
    ['a missing cell', 'full_name,email\nAna', ['2 ']],
    ['nothing', ' \r\n', []],
  ])('is read from %s', (_what, list, entries) => {
    expect(said(list)).toEqual(entries);
  });

  it('names users by address or unique name, each once', () => {
    const people = [
      { id: 1, name: 'Ana', address: 'ana@x.example' },
      { id: 2, name: 'Ben', address: 'ben@x.example' },
      { id: 3, name: 'ben', address: 'ben@y.example' },
    ];
    const lines = peopleNamed(entriesIn('ANA@x.example\nana\nben\nBEN@y.example\nzoe'), people);
    expect(lines.map(({ line, person, isAmbiguous }) => [line, person?.id ?? null, isAmbiguous])).toEqual([
      [1, 1, false],
      [3, null, true],
      [4, 3, false],
      [5, null, false],
    ]);
  });
});
