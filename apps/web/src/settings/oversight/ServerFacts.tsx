import { useClient } from '../../app/client';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useLoaded, useWatched } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { ServerNodes } from './ServerNodes';

/** What the server is, whether it is well, and what it limits. */
export function ServerFacts() {
  const { store, oversight } = useClient();
  const { failure, run } = useAction();
  const { value: server } = useLoaded(() => oversight.serverSettings(), '');
  const { value: health } = useWatched(() => oversight.health(), '');
  const { organization } = store;
  const quota = organization.get('realm_upload_quota_mib');
  const isPushed = organization.get('realm_push_notifications_enabled');
  const reason = reasonAgainst(store.own?.role, false);
  const limits: readonly [string, string][] = [
    [s.limitUpload, s.mebibytes(organization.get('max_file_upload_size_mib'))],
    [s.limitQuota, quota === null ? s.unlimited : s.mebibytes(quota)],
    [s.limitAvatar, s.mebibytes(organization.get('max_avatar_file_size_mib'))],
    [s.limitMessage, s.characters(organization.get('max_message_length'))],
    [s.limitTopic, s.characters(organization.get('max_topic_length'))],
    [s.limitChannelName, s.characters(organization.get('max_stream_name_length'))],
  ];
  return (
    <>
      <h2>{s.version}</h2>
      <Facts
        facts={[
          [s.version, organization.get('zulip_version')],
          [s.featureLevel, String(organization.get('zulip_feature_level'))],
          [s.address, server?.realm_url ?? ''],
        ]}
      />
      <h2>{s.health}</h2>
      <Facts
        facts={Object.entries(health ?? {}).map(([part, { status }]) => [part, status === 'up' ? s.isUp : s.isDown])}
      />
      <ServerNodes />
      <h2>{s.limits}</h2>
      <Facts facts={limits} />
      <h2>{s.push}</h2>
      <p>{isPushed ? s.pushIsOn : s.pushIsOff}</p>
      <button
        class={styles.button}
        disabled={reason !== null || !isPushed}
        aria-describedby="why-push"
        onClick={() => void run(oversight.testPush(), s.sentTest)}
      >
        {s.testPush}
      </button>
      <p class={styles.reason} id="why-push">
        {reason ?? s.testPushHelp}
      </p>
      <Failure text={failure} />
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl class={styles.factList}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
