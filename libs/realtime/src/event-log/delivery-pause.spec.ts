import { ENTRIES_A_DELIVERY, DeliveryPause } from './delivery-pause';

/** Looks at the log every five milliseconds after a delivery; returns when what came is delivered, and how much of it. */
function deliveredAfter(tookMs: number, comes: (millisecond: number) => number): { at: number; entries: number } {
  const pause = new DeliveryPause({ isBusy: true });
  pause.begin(0, tookMs);
  let gathered = 0;
  for (let now = 5; ; now += 5) {
    let found = 0;
    for (let passed = now - 5; passed < now; passed++) found += comes(passed);
    gathered += found;
    if (pause.isOver(now, found, gathered) && gathered > 0) return { at: now, entries: gathered };
  }
}

const each = (milliseconds: number) => (at: number) => (at % milliseconds === 0 ? 1 : 0);

describe('DeliveryPause', () => {
  it('delivers at once when there was no delivery before', () => {
    const pause = new DeliveryPause({ isBusy: true });
    expect([pause.isOn(7), pause.isOver(7, 1, 1)]).toEqual([false, true]);
  });

  it('lasts eight times as long as the delivery while entries come', () => {
    expect(deliveredAfter(3, each(2))).toEqual({ at: 25, entries: 13 });
  });

  it('does not begin where the node has time left', () => {
    const pause = new DeliveryPause({ isBusy: false });
    pause.begin(0, 3);
    expect([pause.isOn(1), pause.isOver(1, 1, 1)]).toEqual([false, true]);
  });

  it('lasts 50 ms at most', () => {
    expect(deliveredAfter(900, each(1))).toEqual({ at: 50, entries: 50 });
  });

  it('ends soon when writers wait for what they have written', () => {
    expect(deliveredAfter(900, (at) => (at === 1 ? 32 : 0))).toEqual({ at: 10, entries: 32 });
  });

  it('ends at once when there is enough for a delivery', () => {
    expect(deliveredAfter(900, () => ENTRIES_A_DELIVERY / 5)).toEqual({ at: 5, entries: ENTRIES_A_DELIVERY });
  });

  it('does not last beyond its end without entries', () => {
    expect(deliveredAfter(1, (at) => (at === 40 ? 1 : 0))).toEqual({ at: 45, entries: 1 });
  });
});
