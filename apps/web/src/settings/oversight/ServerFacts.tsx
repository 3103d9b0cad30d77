import { useClient } from '../../app/client';
import { useLoaded, useWatched } from '../loading';
import { s } from '../words';
import { Facts } from './Facts';
import { PushState } from './PushState';
import { ServerNodes } from './ServerNodes';

/** What the server is, whether it is well, and what it limits. */
export function ServerFacts() {
  const { store, oversight } = useClient();
  const { value: server } = useLoaded(() => oversight.serverSettings(), '');
  const { value: health } = useWatched(() => oversight.health(), '');
  const { organization } = store;
  const quota = organization.get('realm_upload_quota_mib');
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
      <PushState />
    </>
  );
}
