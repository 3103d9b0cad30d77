import type { ServerEvent } from '@parley/client';

/** Those events of a type, and of an operation where it has several. */
export type EventOf<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>;

/** To be called where a switch handles all cases; at run time a newer server may have more. */
export const ignoreNewer = (_event: never): void => undefined;
