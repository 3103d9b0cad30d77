import { NAMING } from '../../libs/messaging/src/received/flag';

const MANY = NAMING.mostRows;

/**
 * In these tests every other message that mentions anybody keeps whom it mentions itself, as only those do that mention
 * many (ADR 28).
 */
export function everyOtherKept(): void {
  let asked = 0;
  beforeAll(() => {
    Object.defineProperty(NAMING, 'mostRows', { get: () => (asked++ % 2 === 0 ? MANY : 0) });
  });
  afterAll(() => {
    Object.defineProperty(NAMING, 'mostRows', { value: MANY, writable: true });
  });
}
