import { optionsIn, optionsOf } from './field-data';

const stored = JSON.stringify({ 4: { text: 'Oslo', order: '2' }, 7: { text: 'Rome', order: '1' } });

describe('options of a profile field', () => {
  it('are lines in their order', () => {
    expect(optionsIn(stored)).toBe('Rome\nOslo');
    expect(optionsIn('')).toBe('');
  });

  it('keep their keys when others are added, moved and removed', () => {
    expect(optionsOf('Oslo\n\n Paris \nOslo', stored)).toEqual({
      4: { text: 'Oslo', order: '1' },
      8: { text: 'Paris', order: '2' },
    });
  });

  it('begin with key 0', () => {
    expect(optionsOf('a\nb', '')).toEqual({ 0: { text: 'a', order: '1' }, 1: { text: 'b', order: '2' } });
  });
});
