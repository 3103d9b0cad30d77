import { quoted } from '../notices/notice-text';

/** The text for the author of an unsent message. UNIX seconds. */
export const notSent = (deliverAt: number, reason: string): string =>
  `A message that you scheduled for <time:${new Date(deliverAt * 1000).toISOString()}> was not sent:\n\n` +
  `${quoted(reason)}\n\n[See your scheduled messages](#scheduled)`;
