import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as channels from '../../../libs/channels/src/row-limits';
import * as identity from '../../../libs/identity/src/row-limits';
import * as messaging from '../../../libs/messaging/src/row-limits';
import { MAX_PAGE, PAGE_SIDE_BYTES } from '../../../libs/messaging/src/messages/page-window';
import * as body from '../../../libs/platform/src/http/bodies/body-limits';
import { MAX_AT_ONCE } from '../../../libs/platform/src/http/admission/pipelines';
import { HEAVY_AT_ONCE, HEAVY_WAITING } from '../../../libs/platform/src/http/admission/heavy-requests';
import {
  MAX_FREE_JSON,
  MAX_ITEM_LENGTH,
  MAX_ITEMS,
  MAX_PROPERTIES,
  MAX_TEXT_LENGTH,
  MAX_VALUES,
  MAX_WORD_LENGTH,
} from '../../../libs/platform/src/http/parameters/bounds';

const OPERATORS = readFileSync(join(__dirname, '../../../docs/operators.md'), 'utf8');
const MIB = 1024 * 1024;
const number = (value: number): string => value.toLocaleString('en-US');

/** docs/operators.md, "Limits", against the code. */
describe('the table of limits', () => {
  const rows = new Map(
    /\n## Limits\n([^]*?)\n## /
      .exec(OPERATORS)![1]
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, what, limit]) => [what, limit]),
  );

  it('has the number of rows of each kind', () => {
    const limits = [...Object.values(channels), ...Object.values(identity), ...Object.values(messaging)];
    const table = [...rows.values()].join(' ');
    expect(limits.filter(({ most }) => !table.includes(number(most)))).toEqual([]);
  });

  it.each([
    [
      'form',
      [
        `${body.MAX_FORM_BYTES / MIB} MiB`,
        `${body.MAX_STRANGER_FORM_BYTES / 1024} KiB`,
        `${body.MAX_FORM_FIELDS} fields`,
        `${number(body.MAX_FORM_PIECES)} packets`,
        `${number(body.MAX_FORM_SEPARATORS)} lines`,
        `${body.FORM_TIMEOUT_MS / 1000} s`,
      ],
    ],
    ['all forms of a node', [`${body.MAX_FORMS_BYTES / MIB} MiB`]],
    [
      'head of a request',
      [`${body.MAX_HEADER_BYTES / 1024} KiB`, `${body.HEADERS_TIMEOUT_MS / 1000} s`, number(body.MAX_PATH_PARAMETER)],
    ],
    ['pace of a body', [`${body.MIN_BODY_PACE / 1024} KiB`, `${body.SLOW_BODY_GRACE_MS / 1000} s`]],
    ['silence on a connection', [`${body.SILENCE_MS / 1000} s`]],
    ['field beside a file', [`${body.MAX_FIELD_BESIDE_FILE_BYTES / 1024} KiB`]],
    ['heavy requests of a user', [`${HEAVY_AT_ONCE} at a time`, `${HEAVY_WAITING} more`]],
    ['page of messages', [`${number(MAX_PAGE)} messages`, `${PAGE_SIDE_BYTES / MIB} MiB`]],
    ['a text without a limit of its own', [MAX_TEXT_LENGTH, MAX_WORD_LENGTH, MAX_ITEM_LENGTH].map(number)],
    [
      'a list',
      [
        `${number(MAX_ITEMS)} entries`,
        `${number(MAX_VALUES)} values`,
        `${number(MAX_PROPERTIES)} keys`,
        `${number(MAX_FREE_JSON)} characters`,
      ],
    ],
    ['requests ahead of their answers', [`${MAX_AT_ONCE} a connection`]],
    ['rest of a refused body', [`${body.MAX_REFUSED_BODY_BYTES / MIB} MiB`, `${body.REFUSED_BODY_MS / 1000} s`]],
  ])('has the value of the code for "%s"', (what, values) => {
    expect(values.filter((value) => !rows.get(what)?.includes(value))).toEqual([]);
  });
});
