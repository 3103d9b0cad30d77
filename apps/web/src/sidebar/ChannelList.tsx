import { useComputed } from '@preact/signals';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { hrefOf } from '../app/router';
import { t } from '../i18n';
import { channelTarget } from './channel-target';
import { ChannelGroup, channelGroups } from '../store/channel-groups';
import type { KnownChannel } from '../store/channels';
import type { UserSettings } from '../store/lists';
import { Icon } from '../ui/icons';
import { fitsWords } from './FilterField';
import { fold, isGroupFolded } from './folding';
import { Row } from './Row';
import styles from './Sidebar.module.css';
import { TopicRows } from './TopicRows';

/** For which channels unread messages are counted: a setting of the user. The other value leaves out what is muted. */
const COUNTS = { all: 1, none: 3 };

/** How much is unread in a channel. */
type Counts = ReadonlyMap<number, { readonly all: number; readonly mentions: number }>;

function useCounts(): Counts {
  const { store } = useClient();
  return useComputed(() => {
    const found = new Map<number, { all: number; mentions: number }>();
    const withMuted = store.lists.get('user_settings').web_stream_unreads_count_display_policy === COUNTS.all;
    for (const { conversation, ids } of store.unreads.conversations.value) {
      if (conversation.kind !== 'topic' || (!withMuted && store.isMuted(conversation))) continue;
      const before = found.get(conversation.channelId) ?? { all: 0, mentions: 0 };
      const mentions = before.mentions + store.unreads.mentionsIn(ids);
      found.set(conversation.channelId, { all: before.all + ids.size, mentions });
    }
    return found;
  }).value;
}

/** The channels of the user by folders. What is unread or shown is never folded away. */
export function ChannelList({ words }: { readonly words: string }) {
  const { store } = useClient();
  const counts = useCounts();
  const groups = channelGroups(store);
  return (
    <nav aria-label={t.channels}>
      <h2 class={styles.heading}>{t.channels}</h2>
      {groups.map((group) => {
        const key = group.folder ? String(group.folder.id) : group.kind;
        const title = groups.length === 1 ? null : titleOf(group);
        return <Group key={key} id={key} title={title} group={group} words={words} counts={counts} />;
      })}
    </nav>
  );
}

const titleOf = ({ kind, folder }: ChannelGroup): string =>
  folder?.name ?? (kind === 'pinned' ? t.pinnedChannels : t.otherChannels);

interface GroupProps {
  readonly id: string;
  /** `null`: it is the only one. */
  readonly title: string | null;
  readonly group: ChannelGroup;
  readonly words: string;
  readonly counts: Counts;
}

function Group({ id, title, group: { channels, inactive }, words, counts }: GroupProps) {
  const { router, store } = useClient();
  const [showsInactive, setShowsInactive] = useState(false);
  const { value: place } = router.place;
  const narrow = place.view === 'messages' ? place.narrow : null;
  const current = narrow?.find(({ operator }) => operator === 'channel')?.operand;
  const isFiltered = words.trim() !== '';
  const isFolded = title !== null && isGroupFolded(id);
  const isInFront = ({ stream_id: of }: KnownChannel): boolean => counts.has(of) || current === of;
  const fitting = (of: readonly KnownChannel[], isOpen: boolean) =>
    of.filter((one) => (isFiltered ? fitsWords(one.name, words) : isOpen || isInFront(one)));
  const shown = [...fitting(channels, !isFolded), ...fitting(inactive, !isFolded && showsInactive)];
  const hidden = inactive.length - inactive.filter(isInFront).length;
  const settings = store.lists.get('user_settings');
  const isSummed = settings.web_left_sidebar_unreads_count_summary && wantsCounts(settings);
  const sum = isSummed
    ? [...channels, ...inactive].reduce((before, one) => before + (counts.get(one.stream_id)?.all ?? 0), 0)
    : 0;
  if (isFiltered && shown.length === 0) return null;
  return (
    <>
      {title !== null && (
        <h3>
          <button
            class={styles.folder}
            aria-expanded={!isFolded}
            aria-label={t.withUnread(title, sum)}
            onClick={() => fold(id, !isFolded)}
          >
            <Icon name={isFolded ? 'chevron' : 'down'} />
            <span class={styles.name} dir="auto">
              {title}
            </span>
            {' ' /* between the words for tools that read them */}
            {sum > 0 && <span class={styles.count}>{sum}</span>}
          </button>
        </h3>
      )}
      {shown.length > 0 && (
        <ul role="list" aria-label={title ?? undefined}>
          {shown.map((channel) => {
            const isCurrent = current === channel.stream_id;
            return (
              <Fragment key={channel.stream_id}>
                <ChannelRow channel={channel} counts={counts} isCurrent={isCurrent} />
                {isCurrent && !isFiltered && <TopicRows channelId={channel.stream_id} narrow={narrow!} />}
              </Fragment>
            );
          })}
        </ul>
      )}
      {!isFiltered && !isFolded && hidden > 0 && (
        <button class={styles.more} aria-expanded={showsInactive} onClick={() => setShowsInactive(!showsInactive)}>
          {showsInactive ? t.showFewer : t.inactiveChannels(hidden)}
        </button>
      )}
    </>
  );
}

const wantsCounts = ({ web_stream_unreads_count_display_policy: policy }: UserSettings): boolean =>
  policy !== COUNTS.none;

interface ChannelRowProps {
  readonly channel: KnownChannel;
  readonly counts: Counts;
  readonly isCurrent: boolean;
}

function ChannelRow({ channel, counts, isCurrent }: ChannelRowProps) {
  const { store } = useClient();
  const { all: unread = 0, mentions = 0 } = counts.get(channel.stream_id) ?? {};
  const isCounted = wantsCounts(store.lists.get('user_settings'));
  const { stream_id: id, name, color, invite_only, is_web_public, is_muted } = channel;
  return (
    <Row
      name={name}
      href={hrefOf(channelTarget(store, id), store)}
      symbol={
        <span style={{ color }}>
          <Icon name={invite_only ? 'lock' : is_web_public ? 'globe' : 'hash'} />
        </span>
      }
      unread={isCounted ? unread : mentions}
      isUrgent={mentions > 0}
      isMuted={is_muted}
      isCurrent={isCurrent}
      options={store.isSpectator ? undefined : { kind: 'channelMenu', channelId: id }}
    />
  );
}
