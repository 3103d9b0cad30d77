/**
 * The user's note in the text of a reminder, which the server ends with it as a quotation
 * (libs/messaging/src/reminders/reminder-text.ts); '' where there is none.
 */
export const noteIn = (content: string): string =>
  /\n\nYour note:\n\n(`{3,}) quote\n([\s\S]*)\n\1$/.exec(content)?.[2] ?? '';
