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
  it('gives all turns to a single user', () => {
    const { begun, ask } = workshop(3);
    for (let n = 0; n < 5; n++) void ask('one');
    expect(begun).toEqual(['one', 'one', 'one']);
  });

  it("serves the user with the fewest running first, whatever the others' waiting time", async () => {
    const { begun, ask, endOne } = workshop(2);
    for (let n = 0; n < 6; n++) void ask('many');
    for (let n = 0; n < 2; n++) void ask('few');
    for (let n = 0; n < 6; n++) await endOne();
    expect(begun).toEqual(['many', 'many', 'few', 'many', 'few', 'many', 'many', 'many']);
  });

  it('releases the turn of failed work', async () => {
    const { turns, begun, ask } = workshop(1);
    await expect(turns.take('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    void ask('two');
    expect(begun).toEqual(['two']);
  });
});
