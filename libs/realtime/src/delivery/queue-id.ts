/** The database accepts only UUIDs, and clients may send anything. */
export const isQueueId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
