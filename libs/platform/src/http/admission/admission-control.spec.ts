import { AdmissionControl } from './admission-control';

const LIMITS = { alwaysFine: 10, patienceSeconds: 8, lateMs: 500 };

describe('admission of requests', () => {
  const admitted = (admission: AdmissionControl, requests: number) => {
    let count = 0;
    for (let turn = 0; turn < requests && admission.hasRoom; turn++, count++) admission.enter();
    return count;
  };

  it('admits a fixed number while the speed is unknown', () => {
    const admission = new AdmissionControl(LIMITS);
    expect(admitted(admission, 30)).toBe(10);
    admission.leave();
    expect(admitted(admission, 30)).toBe(1);
  });

  it('admits more at a good speed, and fewer again some seconds later', () => {
    const admission = new AdmissionControl(LIMITS);
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

  it('admits none while the event loop is late, and all when it recovers', () => {
    const admission = new AdmissionControl(LIMITS);
    admission.tick(5_000);
    expect(admission.hasRoom).toBe(true);
    admission.tick(501);
    expect(admission.hasRoom).toBe(false);
    admission.tick(20);
    expect(admission.hasRoom).toBe(true);
  });
});
