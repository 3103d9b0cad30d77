import { idIn } from '@app/kernel';

/** The id in a path. An invalid id becomes 0, which no field has. */
export const profileFieldIdIn = (path: string): number => idIn(path) ?? 0;
