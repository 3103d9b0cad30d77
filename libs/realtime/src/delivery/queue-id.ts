/** Clients may ask for anything; the database takes nothing else. */
export const isQueueId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
