import { useClient } from '../../app/client';
import { CreationForm } from './CreationForm';
import { RemovableRow } from './RemovableRow';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

/** Places where the code of a message can be run. */
export function Playgrounds() {
  const { store, administration } = useClient();
  const reason = reasonAgainst(store.own?.role, false);
  const playgrounds = store.lists.get('realm_playgrounds');
  return (
    <>
      <CreationForm
        fields={[
          { key: 'name', label: s.name, most: 1_000 },
          { key: 'pygments_language', label: s.codeLanguage, most: 40 },
          { key: 'url_template', label: s.urlTemplate, most: 1_000 },
        ]}
        button={s.addPlayground}
        reason={reason}
        create={({ name = '', pygments_language = '', url_template = '' }) =>
          administration.addPlayground({ name, pygments_language, url_template })
        }
      />
      {playgrounds.length === 0 && <p>{s.noPlaygrounds}</p>}
      <ul class={styles.list} role="list">
        {playgrounds.map(({ id, name, pygments_language: language, url_template: url }) => (
          <RemovableRow
            key={id}
            name={`${name} (${language})`}
            about={url}
            remove={reason === null ? () => administration.removePlayground(id) : null}
            undo={() => administration.addPlayground({ name, pygments_language: language, url_template: url })}
          />
        ))}
      </ul>
    </>
  );
}
