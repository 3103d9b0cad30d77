import { useClient } from '../../app/client';
import { CreationForm } from './CreationForm';
import { LinkifierTest } from './LinkifierTest';
import { LinkifierRow } from './LinkifierRow';
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
        {linkifiers.map((linkifier, at) => (
          <LinkifierRow
            key={linkifier.id}
            linkifier={linkifier}
            at={at}
            order={linkifiers.map(({ id }) => id)}
            reason={reason}
          />
        ))}
      </ul>
    </>
  );
}
