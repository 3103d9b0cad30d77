export { processTerminal, table } from '@app/platform';
export type { Terminal } from '@app/platform';
