import { readChannel, readRecipients } from './recipients.parameter';

describe('the channel of a message', () => {
  it.each([
    ['12', 12],
    ['"12"', '12'],
    ['[12]', 12],
    ['plans', 'plans'],
    ['"plans"', 'plans'],
    ['["plans"]', 'plans'],
    [' plans ', 'plans'],
    ['[plans', '[plans'],
    ['a,b', 'a,b'],
  ])('%s is %j', (written, channel) => {
    expect(readChannel(written)).toBe(channel);
  });

  it.each([
    ['', 'Missing channel'],
    ['[]', 'Missing channel'],
    ['""', 'Missing channel'],
    ['[1,2]', 'Expected exactly one channel'],
    ['{}', 'Invalid data type for channel'],
    ['null', 'Invalid data type for channel'],
    ['true', 'Invalid data type for channel'],
    ['1.0', 'Invalid data type for channel'],
    ['-1', 'Invalid data type for channel'],
    ['9007199254740993', 'Invalid data type for channel'],
    ['[[1]]', 'Invalid data type for channel'],
    ['"\\u0000"', 'Invalid data type for channel'],
  ])('is not %j', (written, fault) => {
    expect(() => readChannel(written)).toThrow(fault);
  });
});

describe('the recipients of a message', () => {
  it.each([
    ['[1,2,1]', [1, 2]],
    ['7', [7]],
    ['[]', []],
    ['["a@b.c"," A@b.C ","d@e.f"]', ['A@b.C', 'd@e.f']],
    ['a@b.c, d@e.f,', ['a@b.c', 'd@e.f']],
    ['"a@b.c,d@e.f"', ['a@b.c', 'd@e.f']],
    ['', []],
  ])('%s are %j', (written, people) => {
    expect(readRecipients(written)).toEqual(people);
  });

  it.each([
    ['{"a":1}', 'Invalid data type for recipients'],
    ['true', 'Invalid data type for recipients'],
    ['null', 'Invalid data type for recipients'],
    ['1.5', 'Invalid data type for recipients'],
    ['[1.5]', 'Invalid data type for recipients'],
    ['[null]', 'Invalid data type for recipients'],
    ['[1,"a"]', 'Recipient lists may contain emails or user IDs, but not both.'],
  ])('are not %s', (written, fault) => {
    expect(() => readRecipients(written)).toThrow(fault);
  });
});
