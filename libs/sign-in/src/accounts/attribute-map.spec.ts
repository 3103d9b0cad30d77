import { attributeMapIn, fieldsIn, isClaim } from './attribute-map';

describe('A map of attributes', () => {
  it('names the fields that attributes fill, and what is taken for the name and the address', () => {
    const map = attributeMapIn('full_name=display, email=mail , Job title=title,', isClaim);
    expect(map).toEqual({ fullName: 'display', address: 'mail', fields: new Map([['Job title', 'title']]) });
    expect(attributeMapIn('', isClaim)).toEqual({ fullName: null, address: null, fields: new Map() });
  });

  it.each(['Phone', 'Phone=', '=phone', ' =phone', 'Phone=two words', 'Phone=a,Phone=b', `Phone=${'x'.repeat(201)}`])(
    'is not %j',
    (text) => expect(attributeMapIn(text, isClaim)).toBeNull(),
  );

  it('has at most thirty entries', () => {
    const entries = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=a`).join();
    expect([attributeMapIn(entries(30), isClaim)?.fields.size, attributeMapIn(entries(31), isClaim)]).toEqual([
      30,
      null,
    ]);
  });

  it.each([
    ['a text', ' 1 ', '1'],
    ['a number', 7, '7'],
    ['a list, of which the first counts', ['1', '2'], '1'],
    ['an empty list', [], null],
    ['blank', '  ', null],
    ['an object', { a: 1 }, null],
    ['true', true, null],
    ['nothing', undefined, null],
  ])('takes a claim that is %s', (_, claim, value) => {
    const map = attributeMapIn('Phone=phone', isClaim)!;
    expect(fieldsIn({ phone: claim }, map)).toEqual(new Map([['Phone', value]]));
  });

  it('does not take what every object has', () => {
    expect(fieldsIn({}, attributeMapIn('Phone=constructor', isClaim)!)).toEqual(new Map([['Phone', null]]));
  });
});
