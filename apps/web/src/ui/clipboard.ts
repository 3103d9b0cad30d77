/** Puts a text into the clipboard; over plain HTTP browsers give no other way than a selection. */
export async function copy(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  (before?.closest('dialog') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
}
