import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { hrefOf } from '../app/router';
import { useCommands } from '../keys/keys';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icons';
import { ORGANIZATION_SECTIONS, PERSONAL_SECTIONS, Section, hashOf, sectionOf } from './sections';
import { useKeptFocus } from '../ui/kept-focus';
import { Reauthentication } from './ReauthenticationDialog';
import { SectionPage } from './SectionPage';
import { SearchResults } from './SearchResults';
import styles from './settings.module.css';
import { s, titleOf, useWords } from './words';

/** The settings of the user and of the organization. @param path what the address says behind `#` */
export function Settings({ path }: { readonly path: string }) {
  const [wanted, setWanted] = useState('');
  const [isListed, setListed] = useState(false);
  const { store } = useClient();
  const page = useRef<HTMLDivElement>(null);
  useCommands({ leave: () => leaveSection(page.current) });
  const isGuest = store.own?.is_guest === true;
  if (!useWords()) return null;
  const section = sectionOf(path);
  const go = ({ detail }: MouseEvent) => {
    setWanted('');
    setListed(false);
    if (detail === 0) page.current!.focus(); // by a key: the other links are not to be passed
  };
  return (
    <section class={styles.settings} role="region" aria-label={s.settings}>
      <nav class={styles.sections} aria-label={s.sections}>
        <input
          type="search"
          aria-label={s.search}
          placeholder={s.search}
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <button class={styles.listing} aria-expanded={isListed} onClick={() => setListed(!isListed)}>
          <Icon name="menu" /> {s.sections}
        </button>
        <div class={classes(styles.listed, !isListed && styles.folded)}>
          <SectionLinks title={s.personal} sections={PERSONAL_SECTIONS} current={section} onGo={go} />
          {!isGuest && (
            <SectionLinks title={s.organization} sections={ORGANIZATION_SECTIONS} current={section} onGo={go} />
          )}
        </div>
      </nav>
      <Page page={page} place={wanted.trim() === '' ? section : ''}>
        {wanted.trim() === '' ? (
          <SectionPage key={section} section={section} detail={path.split('/')[2]} />
        ) : (
          <SearchResults wanted={wanted} onGo={go} />
        )}
      </Page>
      <Reauthentication />
    </section>
  );
}

/** From the section back to its link. */
function leaveSection(page: HTMLElement | null): void | false {
  if (!page?.contains(document.activeElement)) return false;
  page.parentElement!.querySelector<HTMLElement>('nav [aria-current]')?.focus();
}

interface PageProps {
  readonly page: RefObject<HTMLDivElement | null>;
  /** Another one begins at its top. */
  readonly place: string;
  readonly children: ComponentChildren;
}

function Page({ page, place, children }: PageProps) {
  useKeptFocus(page);
  useLayoutEffect(() => page.current!.scrollTo(0, 0), [place]);
  return (
    <div class={styles.page} tabIndex={0} ref={page}>
      {children}
    </div>
  );
}

interface LinksProps {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly current: Section;
  onGo(event: MouseEvent): void;
}

function SectionLinks({ title, sections, current, onGo }: LinksProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [current]);
  return (
    <>
      <h2 class={styles.group}>{title}</h2>
      <ul role="list" ref={list}>
        {sections.map((section) => (
          <li key={section}>
            <a
              class={styles.link}
              href={hrefOf({ view: 'settings', section: hashOf(section) })}
              aria-current={section === current ? 'page' : undefined}
              onClick={onGo}
            >
              {titleOf(section)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
