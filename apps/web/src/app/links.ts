import { t } from '../i18n';
import type { Narrow } from '../links/narrow';
import { copy } from '../ui/clipboard';
import type { Client } from './client';
import { hrefOfNarrow } from './router';

/** Puts the whole address of a view of messages into the clipboard, and says so. */
export function copyLinkTo({ store, notices }: Client, narrow: Narrow): void {
  const { href } = new URL(hrefOfNarrow(narrow, store), `${location.origin}/`);
  void copy(href).then(() => notices.say(t.copied));
}
