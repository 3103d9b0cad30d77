import { useClient } from '../../app/client';
import { CreationForm } from './CreationForm';
import { LinkifierTest } from './LinkifierTest';
import { RemovableRow } from './RemovableRow';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

/** What becomes a link in messages. */
export function Linkifiers() {
  const { store, administration } = useClient();
  const reason = reasonAgainst(store.own?.role, false);
  const linkifiers = store.lists.get('realm_linkifiers');
  return (
    <>
      <p>{s.linkifierHelp}</p>
      <CreationForm
        fields={[
          { key: 'pattern', label: s.pattern, most: 1_000 },
          { key: 'url_template', label: s.urlTemplate, most: 1_000 },
        ]}
        button={s.addLinkifier}
        reason={reason}
        create={({ pattern = '', url_template = '' }) => administration.addLinkifier({ pattern, url_template })}
      />
      <LinkifierTest />
      {linkifiers.length === 0 && <p>{s.noLinkifiers}</p>}
      <ul class={styles.list} role="list">
        {linkifiers.map(({ id, pattern, url_template: url }) => (
          <RemovableRow
            key={id}
            name={pattern}
            about={url}
            remove={reason === null ? () => administration.removeLinkifier(id) : null}
            undo={() => administration.addLinkifier({ pattern, url_template: url })}
          />
        ))}
      </ul>
    </>
  );
}
