import { Admission } from './admission';

const LIMITS = { alwaysFine: 10, patienceSeconds: 8, lateMs: 500 };

describe('who is let in', () => {
  const admitted = (admission: Admission, requests: number) => {
    let count = 0;
    for (let turn = 0; turn < requests && admission.hasRoom; turn++, count++) admission.enter();
    return count;
  };

  it('are as many as are always fine, where nothing is known of the pace', () => {
    const admission = new Admission(LIMITS);
    expect(admitted(admission, 30)).toBe(10);
    admission.leave();
    expect(admitted(admission, 30)).toBe(1);
  });

  it('are more where the pace is good, and fewer again some seconds after it was', () => {
    const admission = new Admission(LIMITS);
    for (let turn = 0; turn < 100; turn++) {
      admission.enter();
      admission.leave();
    }
    admission.tick(0);
    expect(admitted(admission, 2_000)).toBe(800);
    for (let second = 0; second < 20; second++) admission.tick(0);
    expect(admission.hasRoom).toBe(false);
    for (let turn = 0; turn < 795; turn++) admission.leave();
    expect(admitted(admission, 10)).toBe(5);
  });

  it('are none while the node itself comes too late, and all when it does no more', () => {
    const admission = new Admission(LIMITS);
    admission.tick(5_000);
    expect(admission.hasRoom).toBe(true);
    admission.tick(501);
    expect(admission.hasRoom).toBe(false);
    admission.tick(20);
    expect(admission.hasRoom).toBe(true);
  });
});
