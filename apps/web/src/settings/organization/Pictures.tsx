import { useRef } from 'preact/hooks';
import { useClient } from '../../app/client';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

const KINDS = ['icon', 'logo', 'night_logo'] as const;
type Kind = (typeof KINDS)[number];
const UPLOADED = 'U';

/** The pictures of the organization. Those that were not uploaded are on another server and are not shown. */
export function Pictures() {
  return (
    <>
      <h2>{s.pictures}</h2>
      <div class={styles.rows}>
        {KINDS.map((kind) => (
          <Picture key={kind} kind={kind} />
        ))}
      </div>
    </>
  );
}

function Picture({ kind }: { readonly kind: Kind }) {
  const { store, oversight } = useClient();
  const { failure, run } = useAction();
  const file = useRef<HTMLInputElement>(null);
  const reason = reasonAgainst(store.own?.role, false);
  const isUploaded = store.organization.get(`realm_${kind}_source`) === UPLOADED;
  const id = `picture-${kind}`;
  const words = { icon: s.icon, logo: s.logo, night_logo: s.nightLogo }[kind];
  const onChange = () => {
    const picture = file.current!.files?.[0];
    if (!picture) return;
    void run(oversight.setPicture(kind, picture)).then(() => (file.current!.value = ''));
  };
  return (
    <div class={styles.row}>
      <label class={styles.label} for={id}>
        {words}
      </label>
      <div class={styles.picture}>
        {isUploaded && (
          <img
            class={kind === 'icon' ? styles.icon : styles.logo}
            src={store.organization.get(`realm_${kind}_url`)}
            alt=""
          />
        )}
        <input
          id={id}
          ref={file}
          type="file"
          accept="image/*"
          disabled={reason !== null}
          aria-describedby={reason === null ? undefined : `why-${id}`}
          onChange={onChange}
        />
        {isUploaded && reason === null && (
          <button
            class={styles.button}
            aria-label={s.remove(words)}
            onClick={() => void run(oversight.removePicture(kind))}
          >
            {s.removeShort}
          </button>
        )}
      </div>
      {reason !== null && (
        <p class={styles.reason} id={`why-${id}`}>
          {reason}
        </p>
      )}
      <Failure text={failure} />
    </div>
  );
}
