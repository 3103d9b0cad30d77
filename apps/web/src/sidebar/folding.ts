import { signal } from '@preact/signals';
import { remember, remembered } from '../ui/remembered';

/** A setting of this browser. */
const FOLDED = 'parley-folded';
/** Of groups that show only what is unread. */
const folded = signal<readonly string[]>(JSON.parse(remembered(FOLDED) ?? '[]') as string[]);

export const isGroupFolded = (key: string): boolean => folded.value.includes(key);

export function fold(key: string, isFolded: boolean): void {
  const others = folded.peek().filter((one) => one !== key);
  folded.value = isFolded ? [...others, key] : others;
  remember(FOLDED, JSON.stringify(folded.peek()));
}
