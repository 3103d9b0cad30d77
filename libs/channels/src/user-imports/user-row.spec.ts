import { MAX_ROWS, readUserRows } from './user-row';

const bytes = (text: string) => new TextEncoder().encode(text);
const HEADER = 'email,full_name,role';
const faultsOf = (text: string | Uint8Array) =>
  readUserRows(typeof text === 'string' ? bytes(text) : text).faults.map(({ line, message }) => [line, message]);

describe('a file of people', () => {
  it('is read with a byte order mark, CRLF, quotes, blank lines and columns in any order', () => {
    const file =
      '\uFEFFRole,email,full_name,groups\r\nmember,a@x.org,"Ann ""A"", B",one; two;;one\r\n\r\nGUEST, b@x.org ,Bo,\r\n';
    expect(readUserRows(bytes(file))).toEqual({
      faults: [],
      rows: [
        {
          line: 2,
          email: 'a@x.org',
          fullName: 'Ann "A", B',
          role: 400,
          isActive: null,
          groups: ['one', 'two'],
          channels: [],
        },
        { line: 4, email: 'b@x.org', fullName: 'Bo', role: 600, isActive: null, groups: [], channels: [] },
      ],
    });
  });

  it('says what is wrong with each line, by the line on which the record begins', () => {
    const file = [
      `${HEADER},active`,
      'a@x.org,"Ann',
      'of two lines",member,',
      'b@x.org,Bo,emperor,',
      'c@x.org,Cy,member',
      'd@x.org,Di,member,yes',
      'e@x.org,"Ed"x,member,',
      'f@x.org,Fay,member,FALSE',
    ].join('\n');
    expect(faultsOf(file)).toEqual([
      [4, '"emperor" is no role: the roles are owner, administrator, moderator, member, guest.'],
      [5, 'The line has 3 cells, and the first line has 4.'],
      [6, '"yes" is neither true nor false.'],
      [7, 'Text follows a closing quote; a quote inside quotes is written twice.'],
    ]);
    expect(readUserRows(bytes(file)).rows.map(({ line, isActive }) => [line, isActive])).toEqual([
      [2, null],
      [8, false],
    ]);
  });

  it('says on which line a quote is opened and never closed', () => {
    expect(faultsOf(`${HEADER}\na@x.org,Ann,member\nb@x.org,"Bo,member\nc@x.org,Cy,member\n`)).toEqual([
      [3, 'A quote is opened here and never closed.'],
    ]);
  });

  it('takes back the apostrophe with which an export disarms a formula', () => {
    const { rows } = readUserRows(bytes(`${HEADER}\n'+a@x.org,'tHooft,member\n`));
    expect(rows.map(({ email, fullName }) => [email, fullName])).toEqual([['+a@x.org', "'tHooft"]]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['email;full_name;role\n', /There is no column "email;full_name;role".*separated by commas/],
    [
      `${HEADER},phone\n`,
      /There is no column "phone": the columns are email, full_name, role, active, groups, channels/,
    ],
    ['email,full_name\n', 'The column "role" is missing.'],
    [`${HEADER},email\n`, 'The column "email" is there twice.'],
  ])('%j is refused as a whole', (file, message) => {
    expect(faultsOf(file)).toEqual([[1, typeof message === 'string' ? message : expect.stringMatching(message)]]);
  });

  it('names the first line that is not UTF-8', () => {
    expect(faultsOf(Buffer.from(`${HEADER}\na@x.org,Ann,member\nb@x.org,Jos\u00e9,member\n`, 'latin1'))).toEqual([
      [3, 'The file is not UTF-8: save it as "CSV UTF-8".'],
    ]);
  });

  it('has limits of size, rows and cells', () => {
    expect(faultsOf(new Uint8Array(4 * 1024 * 1024 + 1))[0]![1]).toMatch(/larger than 4 MiB/);
    const many = Array.from({ length: MAX_ROWS + 1 }, (_, at) => `u${at}@x.org,Some One,member`);
    expect(faultsOf([HEADER, ...many].join('\n'))).toEqual([
      [MAX_ROWS + 2, `The file has more than ${MAX_ROWS} people: divide it.`],
    ]);
    expect(faultsOf(`${HEADER}\na@x.org,${'a'.repeat(2_001)},member\n`)[0]![1]).toMatch(/longer than 2000 characters/);
  });
});
