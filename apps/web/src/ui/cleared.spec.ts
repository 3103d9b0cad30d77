import { clearedIfUnchanged, allClearedIfUnchanged } from './cleared';

describe('A field after its text was accepted', () => {
  it('is empty', () => expect(clearedIfUnchanged('design')('design')).toBe(''));
  it('keeps what was typed since', () => expect(clearedIfUnchanged('design')('sales')).toBe('sales'));

  it('is emptied alone when another field of the form was typed in since', () => {
    const sent = { name: 'design', description: 'Shapes' };
    const now = { name: 'sales', description: 'Shapes' };
    expect(allClearedIfUnchanged(sent, { name: '', description: '' })(now)).toEqual({ name: 'sales', description: '' });
  });
});
