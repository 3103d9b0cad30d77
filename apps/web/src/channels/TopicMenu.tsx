import styles from '../actions/actions.module.css';
import { useClient } from '../app/client';
import type { OpenedTopicMenu } from '../app/dialogs';
import { topicName } from '../app/names';
import { t } from '../i18n';
import { mayDeleteAnyIn, mayMoveOutOf, mayRenameIn, mayResolveIn } from '../store/rights';
import { POLICY } from '../store/topics';
import { Popup } from '../ui/Popup';
import { isResolved } from './resolved';
import { topicActions } from './topic-actions';

/** What can be done with the topic that is shown. What another user or a setting forbids is absent. */
export function TopicMenu({ opened: { channelId, topic, messageId } }: { readonly opened: OpenedTopicMenu }) {
  const client = useClient();
  const { store, dialogs } = client;
  const channel = store.channels.all.get(channelId);
  const policy = store.topics.policyOf(channelId, topic);
  const actions = topicActions(client, channelId, topic);
  const shown = topicName(topic);
  const mayMove = channel && (mayRenameIn(store, channel) || mayMoveOutOf(store, channel));
  const mayDelete = channel && mayDeleteAnyIn(store, channel);
  const items: readonly (readonly [boolean, string, () => void])[] = [
    [store.unreads.countOf({ kind: 'topic', channelId, topic }) > 0, t.markRead(shown), () => actions.markRead()],
    [true, policy === POLICY.followed ? t.unfollow(shown) : t.follow(shown), () => actions.setPolicy(POLICY.followed)],
    [true, policy === POLICY.muted ? t.unmute(shown) : t.mute(shown), () => actions.setPolicy(POLICY.muted)],
    [
      messageId !== null && topic !== '' && channel !== undefined && mayResolveIn(store, channel),
      isResolved(topic) ? t.unresolve(shown) : t.resolve(shown),
      () => actions.resolve(messageId!),
    ],
  ];
  return (
    <Popup role="menu" name={t.topicActions} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      {items
        .filter(([isOffered]) => isOffered)
        .map(([, name, act]) => (
          <Item
            key={name}
            name={name}
            onClick={() => {
              dialogs.close();
              act();
            }}
          />
        ))}
      {mayMove && messageId !== null && (
        <Item
          name={t.moveTopic(shown)}
          onClick={() => dialogs.open({ kind: 'topic', deed: 'move', channelId, topic, messageId })}
        />
      )}
      {mayDelete && messageId !== null && (
        <Item
          name={t.deleteTopic(shown)}
          onClick={() => dialogs.open({ kind: 'topic', deed: 'delete', channelId, topic, messageId })}
        />
      )}
    </Popup>
  );
}

const Item = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <button type="button" role="menuitem" class={styles.item} tabIndex={-1} dir="auto" onClick={onClick}>
    {name}
  </button>
);
