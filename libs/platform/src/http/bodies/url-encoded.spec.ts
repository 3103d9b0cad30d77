import fc from 'fast-check';
import { fieldsOf } from './url-encoded';

describe('the fields of an urlencoded form', () => {
  it.each([
    ['a=b&c=d', { a: 'b', c: 'd' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2', { a: '2' }],
    ['&&a&&=b&', { a: '', '': 'b' }],
    ['a+b=c+%2B+d', { 'a b': 'c + d' }],
    ['%61=%C3%a9é', { a: 'éé' }],
    ['a=%F0%9F%98%80', { a: '😀' }],
    ['__proto__=a', Object.fromEntries([['__proto__', 'a']])],
    ['', {}],
  ])('of %j are %j', (form, fields) => {
    expect({ ...fieldsOf(Buffer.from(form)) }).toEqual(fields);
  });

  it.each(['100%', '%4', '%zz', '%ff', '%ED%A0%80', '%C3%41'])('keep %j literally: it is no escape', (value) => {
    expect({ ...fieldsOf(Buffer.from(`a=${value}`)) }).toEqual({ a: value });
  });

  it('are those that a client encoded', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 5 }), (fields) => {
        const form = new URLSearchParams(fields).toString();
        expect({ ...fieldsOf(Buffer.from(form)) }).toEqual({ ...fields });
      }),
    );
  });
});
