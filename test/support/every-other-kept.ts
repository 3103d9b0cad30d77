import { NAMING } from '../../libs/messaging/src/received/flag';

const MANY = NAMING.mostRows;

/**
 * Makes every other message with mentions store them in the message itself, as messages with many mentions do (ADR 28).
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
