import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import styles from './Lightbox.module.css';
import { picturesOfView } from './pictures';

/** A picture as large as the window, with the others of the view before and behind it. */
export function Lightbox({ link }: { readonly link: HTMLAnchorElement }) {
  const { dialogs } = useClient();
  const [pictures] = useState(picturesOfView);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex((one) => one.link === link),
    ),
  );
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const picture = pictures[at];
  if (!picture) return null;
  const close = () => dialogs.close();
  const go = (step: number) => {
    const next = pictures[at + step];
    if (!next) return;
    dialogs.trigger = next.link; // it gets the focus afterwards
    setAt(at + step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (step === undefined || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    go(dialog.current!.matches(':dir(rtl)') ? -step : step);
  };
  const onCancel = (event: Event) => {
    event.preventDefault(); // it goes when its owner takes it away
    close();
  };
  const { source, isVideo, name } = picture;
  return (
    <dialog ref={dialog} class={styles.box} aria-label={name} onCancel={onCancel} onKeyDown={onKeyDown}>
      <header class={styles.head}>
        <h2 dir="auto">{name}</h2>
        <span>{t.pictureOf(at + 1, pictures.length)}</span>
        <a href={picture.link.href} target="_blank" rel="noopener noreferrer">
          {t.openOriginal}
        </a>
        <button type="button" aria-label={t.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class={styles.picture} onClick={({ target, currentTarget }) => target === currentTarget && close()}>
        {isVideo ? <video key={source} src={source} controls /> : <img key={source} src={source} alt={name} />}
      </div>
      <button
        type="button"
        class={styles.previous}
        aria-label={t.previousPicture}
        aria-disabled={at === 0} // one that is disabled would lose the focus, and the keys with it
        onClick={() => go(-1)}
      >
        <Icon name="chevron" />
      </button>
      <button
        type="button"
        class={styles.next}
        aria-label={t.nextPicture}
        aria-disabled={at === pictures.length - 1}
        onClick={() => go(1)}
      >
        <Icon name="chevron" />
      </button>
    </dialog>
  );
}
