import { useClient } from '../../app/client';
import type { PushStatus } from '../../server/settings/oversight';
import { wholeTimeOf } from '../../ui/time';
import { useAction } from '../action';
import { periodOf } from '../controls/period';
import { Failure } from '../Failure';
import { useWatched } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { Facts } from './Facts';

/** How notifications on phones do: the relay, the devices, and what waits for the relay. */
export function PushState() {
  const { store, oversight } = useClient();
  const { failure, run } = useAction();
  const reason = reasonAgainst(store.own?.role, false);
  const { value: status } = useWatched(async () => (reason === null ? oversight.pushStatus() : null), String(reason));
  const isPushed = store.organization.get('realm_push_notifications_enabled');
  return (
    <>
      <h2>{s.push}</h2>
      {isPushed && <p>{s.pushIsOn}</p>}
      {!isPushed && reason !== null && <p>{s.pushIsOff}</p>}
      {status && <Facts facts={factsOf(status)} />}
      <button
        class={styles.button}
        disabled={reason !== null || !isPushed}
        aria-describedby="why-push"
        onClick={() => void run(oversight.testPush(), s.sentTest)}
      >
        {s.testPush}
      </button>
      <p class={styles.reason} id="why-push">
        {reason ?? (isPushed ? s.testPushHelp : s.pushIsOff)}
      </p>
      <Failure text={failure} />
    </>
  );
}

function factsOf({ relay, ends_at: endsAt, devices, deliveries }: PushStatus): [string, string][] {
  return [
    [s.pushRelay, relay ?? s.pushNoRelay],
    ...(endsAt === null ? [] : ([[s.pushEnds, wholeTimeOf(endsAt)]] as [string, string][])),
    [s.pushUsers, String(devices.users)],
    [s.pushDevices, String(devices.encrypted + devices.by_token)],
    [s.pushByToken, String(devices.by_token)],
    [s.pushDevicesWaiting, String(devices.waiting)],
    [s.pushDevicesFailed, String(devices.failed)],
    [s.pushWaiting, String(deliveries.waiting)],
    [s.pushRepeated, String(deliveries.repeated)],
    [s.pushRefused, String(deliveries.refused)],
    [s.pushOldest, deliveries.waiting === 0 ? s.pushNone : periodOf(Math.ceil(deliveries.oldest_seconds))],
  ];
}
