import { useClient } from '../app/client';

interface Props {
  readonly channelId: number;
  readonly isDisabled?: boolean;
  onChange(channelId: number): void;
}

/** One of the channels that the user may write to, and the one that is chosen. */
export function ChannelSelect({ channelId, isDisabled, onChange }: Props) {
  const { store } = useClient();
  const channels = store.channels.all
    .all()
    .filter((one) => one.stream_id === channelId || (one.standing === 'subscribed' && !one.is_archived))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <select
      value={channelId}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      {channels.map(({ stream_id, name }) => (
        <option key={stream_id} value={stream_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
