import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { KnownChannel } from '../../store/channels';
import { useLoaded } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { deletedBy } from './retention-words';

const USUAL_DAYS = 365;
const MAX_DAYS = 100_000;

interface Props {
  /** Absent: the retention of the organization. */
  readonly channel?: KnownChannel;
}

/** How many messages a retention would delete, before it is set. */
export function RetentionPreview({ channel }: Props) {
  const { store, oversight } = useClient();
  const stored = channel?.message_retention_days ?? store.organization.get('realm_message_retention_days');
  const [days, setDays] = useState(stored > 0 ? stored : USUAL_DAYS);
  const reason = reasonAgainst(store.own?.role, false);
  const isValid = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
  const { value } = useLoaded(
    async () => (reason === null && isValid ? oversight.retentionPreview(days, channel?.stream_id) : null),
    `${days} ${channel?.stream_id}`,
  );
  return (
    <div class={styles.form}>
      <label>
        {s.previewRetention}
        <input
          type="number"
          class={styles.number}
          min={1}
          max={MAX_DAYS}
          value={Number.isNaN(days) ? '' : days}
          disabled={reason !== null}
          aria-describedby={reason === null ? 'retention-count' : 'why-retention'}
          onInput={({ currentTarget }) => setDays(currentTarget.valueAsNumber)}
        />
      </label>
      {reason === null ? (
        <p role="status" id="retention-count">
          {value && deletedBy(value)}
        </p>
      ) : (
        <p class={styles.reason} id="why-retention">
          {reason}
        </p>
      )}
    </div>
  );
}
