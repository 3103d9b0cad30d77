import { useRef, useState } from 'preact/hooks';
import { useFormRequest } from '../actions/form-request';
import { useUnsentInput } from '../actions/unsent-input';
import { useClient } from '../app/client';
import { hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import inbox from '../inbox/Inbox.module.css';
import { channelNarrow } from '../links/narrow';
import { Html } from '../ui/Html';
import { Icon } from '../ui/icons';
import { isPermitted } from '../store/rights';
import { useKeptFocus } from '../ui/kept-focus';
import { maySubscribe } from '../store/rights';
import { clearedIfUnchanged } from '../ui/cleared';
import styles from './channels.module.css';
import { LeaveDialog } from './LeaveDialog';
import { isLeftForGood, leaveChannel } from './leaving';

/** All channels that the user may see, to be in them or to leave them. */
export function ChannelBrowser() {
  const client = useClient();
  const { store, subscribing, notices } = client;
  const [words, setWords] = useState('');
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  const found = store.channels.all
    .all()
    .filter(({ name, is_archived }) => !is_archived && name.toLowerCase().includes(words.trim().toLowerCase()))
    .sort((one, other) => one.name.localeCompare(other.name));
  const mayReturn = maySubscribe(store);
  const [leaving, setLeaving] = useState<string | null>(null);
  const subscribe = async (name: string) => {
    const refusal = await subscribing.subscribe(name);
    if (refusal) notices.fail(refusal.message || t.notReached);
  };
  return (
    <div ref={page} class={inbox.page} tabIndex={0} role="group" aria-label={t.browseChannels}>
      <div class={inbox.column}>
        <h1 class={inbox.title}>{t.browseChannels}</h1>
        {store.organization.get('can_create_streams') && <CreateForm />}
        <input
          class={styles.filter}
          type="search"
          aria-label={t.filterChannels}
          placeholder={t.filterChannels}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <ul class={inbox.list} role="list">
          {found.map((channel) => {
            const { stream_id: id, name, description, rendered_description, subscriber_count } = channel;
            const { invite_only, is_web_public } = channel;
            const isSubscribed = channel.subscriptionState === 'subscribed';
            return (
              <li key={id} class={styles.row}>
                <Icon name={invite_only ? 'lock' : is_web_public ? 'globe' : 'hash'} />
                <span class={styles.about}>
                  <a href={hrefOfNarrow(channelNarrow(id), store)} dir="auto">
                    {name}
                  </a>
                  <small dir="auto">
                    {t.subscribers(subscriber_count)}
                    {description && (
                      <>
                        {' · '}
                        <Html html={rendered_description} class={styles.words} />
                      </>
                    )}
                  </small>
                </span>
                {(isSubscribed || mayReturn) && (
                  <button
                    class={styles.button}
                    aria-label={isSubscribed ? t.unsubscribe(name) : t.subscribe(name)}
                    onClick={() => {
                      if (isSubscribed && isLeftForGood(store, channel)) setLeaving(name);
                      else void (isSubscribed ? leaveChannel(client, name) : subscribe(name));
                    }}
                  >
                    {isSubscribed ? t.unsubscribeShort : t.subscribeShort}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
        {leaving !== null && <LeaveDialog channel={leaving} onClose={() => setLeaving(null)} />}
      </div>
    </div>
  );
}

function CreateForm() {
  const { subscribing, store } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const written = useUnsentInput('new channel', { name: '', description: '', wantsPrivate: false });
  const { name, description, wantsPrivate } = written.value;
  const { organization } = store;
  const mayMakePublic = isPermitted(store, organization.get('realm_can_create_public_channel_group'));
  const mayMakePrivate = isPermitted(store, organization.get('realm_can_create_private_channel_group'));
  const isPrivate = mayMakePrivate && (wantsPrivate || !mayMakePublic);
  const create = (event: Event) => {
    event.preventDefault();
    ask(
      () => subscribing.subscribe(name.trim(), { description, isPrivate }),
      () => {
        written.change((now) => ({
          ...now,
          name: clearedIfUnchanged(name)(now.name),
          description: clearedIfUnchanged(description)(now.description),
        }));
      },
    );
  };
  return (
    <form class={styles.form} aria-label={t.createChannel} onSubmit={create}>
      <input
        type="text"
        required
        dir="auto"
        aria-label={t.channelNameField}
        placeholder={t.channelNameField}
        maxLength={store.organization.get('max_stream_name_length')}
        value={name}
        onInput={({ currentTarget }) => written.set({ ...written.value, name: currentTarget.value })}
      />
      <input
        type="text"
        dir="auto"
        aria-label={t.description}
        placeholder={t.description}
        value={description}
        onInput={({ currentTarget }) => written.set({ ...written.value, description: currentTarget.value })}
      />
      <label>
        <input
          type="checkbox"
          checked={isPrivate}
          disabled={!(mayMakePublic && mayMakePrivate)}
          onChange={({ currentTarget }) => written.set({ ...written.value, wantsPrivate: currentTarget.checked })}
        />{' '}
        {t.privateChannel}
      </label>
      <button class={styles.button} disabled={isUnderWay || name.trim() === ''}>
        {t.createChannel}
      </button>
      {failure !== null && <p role="alert">{failure || t.notReached}</p>}
    </form>
  );
}
