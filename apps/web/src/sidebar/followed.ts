/** What was sought has been found: all is shown again, and keys are for the view, as the link may be gone. */
export const onFollowed =
  (words: string, setWords: (words: string) => void) =>
  ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    const isPlain = !ctrlKey && !metaKey && !shiftKey;
    if (!isPlain || words === '' || !(target instanceof Element) || !target.closest('a[href]')) return;
    setWords('');
    document.getElementById('main')?.focus({ preventScroll: true });
  };
