import { useState } from 'preact/hooks';
import { AccountMenu } from '../account/AccountMenu';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { nextTo } from '../ui/neighbours';
import { ChannelList } from './ChannelList';
import { DirectMessages } from './DirectMessages';
import { FilterField } from './FilterField';
import { onFollowed } from './followed';
import styles from './Sidebar.module.css';
import { Views } from './Views';

export function Sidebar() {
  const { store } = useClient();
  const [words, setWords] = useState('');
  return (
    <div class={styles.sidebar}>
      <div class={styles.lists} data-filtered onKeyDown={walk} onClick={onFollowed(words, setWords)}>
        <FilterField name={t.filterSidebar} of="sidebar" words={words} onWords={setWords} />
        <Views words={words} />
        {!store.isSpectator && <DirectMessages words={words} />}
        <ChannelList words={words} />
      </div>
      {!store.isSpectator && <AccountMenu />}
    </div>
  );
}

/**
 * The arrows move between fields and links, from one list into the next, and from a link to what stands beside it;
 * outside of fields Home and End go to the ends.
 */
function walk(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = stepFrom(event);
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
}

/** `null`: there is nothing further on; undefined: the key is for what has the focus. */
function stepFrom({ key, target, currentTarget }: KeyboardEvent): HTMLElement | null | undefined {
  const focused = target as HTMLElement;
  const row = focused.closest('li');
  const link = row?.querySelector<HTMLElement>('a[href]') ?? null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (!link || focused.matches('input')) return undefined;
    return focused === link ? row!.querySelector<HTMLElement>(':scope > button') : link;
  }
  const lists = currentTarget as HTMLElement;
  const isFiltered = lists.querySelector<HTMLInputElement>('[data-filter=sidebar]')!.value.trim() !== '';
  // What was found comes next, not the field for people that stands before it.
  const stops = [
    ...lists.querySelectorAll<HTMLElement>(isFiltered ? '[data-filter=sidebar], a[href]' : 'input, a[href]'),
  ];
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return nextTo(focused.matches('button') && link ? link : focused, stops, key === 'ArrowDown' ? 1 : -1) ?? null;
  if (focused.matches('input')) return undefined;
  return { Home: stops[0], End: stops.at(-1) }[key];
}
