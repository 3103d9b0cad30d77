import { FairTurns } from './fair-turns';

/** Work that ends when it is told to, and the order in which it began. */
function workshop(atOnce: number) {
  const turns = new FairTurns(atOnce);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (whose: string) =>
    turns.take(whose, () => {
      begun.push(whose);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async () => {
    ends.shift()!();
    await new Promise(setImmediate);
  };
  return { turns, begun, ask, endOne };
}

describe('FairTurns', () => {
  it('gives everything to whoever is alone', () => {
    const { begun, ask } = workshop(3);
    for (let n = 0; n < 5; n++) void ask('one');
    expect(begun).toEqual(['one', 'one', 'one']);
  });

  it('calls first whoever has the fewest under way, however many have waited longer', async () => {
    const { begun, ask, endOne } = workshop(2);
    for (let n = 0; n < 6; n++) void ask('many');
    for (let n = 0; n < 2; n++) void ask('few');
    for (let n = 0; n < 6; n++) await endOne();
    expect(begun).toEqual(['many', 'many', 'few', 'many', 'few', 'many', 'many', 'many']);
  });

  it('gives the turn back of what fails', async () => {
    const { turns, begun, ask } = workshop(1);
    await expect(turns.take('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    void ask('two');
    expect(begun).toEqual(['two']);
  });
});
