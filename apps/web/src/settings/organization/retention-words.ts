import { s } from '../words';

/** How many messages a retention would delete. */
export const deletedBy = (preview: { readonly message_count: number; readonly is_exact: boolean }): string =>
  preview.is_exact ? s.wouldDelete(preview.message_count) : s.wouldDeleteMore(preview.message_count);
