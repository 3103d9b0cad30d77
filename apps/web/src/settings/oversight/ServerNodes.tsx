import { useClient } from '../../app/client';
import { wholeTimeOf } from '../../ui/time';
import { useWatched } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

/** The processes that serve, each with its version: several during an upgrade. */
export function ServerNodes() {
  const { store, oversight } = useClient();
  const reason = reasonAgainst(store.own?.role, false);
  const { value } = useWatched(async () => (reason === null ? oversight.nodes() : []), String(reason));
  return (
    <>
      <h2 id="server-nodes">{s.nodes}</h2>
      {reason !== null && <p class={styles.reason}>{reason}</p>}
      <ul class={styles.list} role="list" aria-labelledby="server-nodes">
        {value?.map((node) => (
          <li key={node.id} class={styles.item}>
            <span class={styles.about}>
              {node.is_this ? s.thisNode(node.host) : node.host}
              <small>
                {[
                  `${s.version} ${node.version}`,
                  node.is_up ? s.isUp : s.isSilent,
                  s.nodeStarted(wholeTimeOf(node.started_at)),
                  s.nodeSeen(wholeTimeOf(node.last_seen_at)),
                ].join(' · ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
