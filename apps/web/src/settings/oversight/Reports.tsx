import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { hrefOfNarrow } from '../../app/router';
import type { Report } from '../../server/settings/oversight';
import { wholeTimeOf } from '../../ui/time';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useWatched } from '../loading';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';

const MODERATOR = 300;
const STATES = ['open', 'resolved', 'all'] as const;
const PAGE = 100;

/** Messages that users reported, for moderators. */
export function Reports() {
  const { store, oversight } = useClient();
  const [status, setStatus] = useState<(typeof STATES)[number]>(STATES[0]);
  const [limit, setLimit] = useState(PAGE);
  const isModerator = (store.own?.role ?? MODERATOR + 1) <= MODERATOR;
  const { value, reload } = useWatched(
    async () => (isModerator ? oversight.reports({ status, limit }) : { reports: [], found_oldest: true }),
    `${status} ${limit}`,
  );
  return (
    <>
      <div class={styles.form}>
        <label>
          {s.reportState}
          <select
            aria-label={s.reportState}
            value={status}
            disabled={!isModerator}
            aria-describedby={isModerator ? undefined : 'why-reports'}
            onChange={({ currentTarget }) => setStatus(STATES.find((one) => one === currentTarget.value) ?? STATES[0])}
          >
            {STATES.map((one) => (
              <option key={one} value={one}>
                {wordsOf(`reports_${one}`)}
              </option>
            ))}
          </select>
        </label>
        {isModerator && store.organization.get('realm_moderation_request_channel_id') < 0 && (
          <p class={styles.reason}>{s.reportsNeedChannel(s.realm_moderation_request_channel_id)}</p>
        )}
        {!isModerator && (
          <p class={styles.reason} id="why-reports">
            {s.ofModerators}
          </p>
        )}
      </div>
      {isModerator && value?.reports.length === 0 && <p>{s.noReports}</p>}
      <ul class={styles.list} role="list" aria-label={s.section_reports}>
        {value?.reports.map((report) => (
          <ReportRow key={report.id} report={report} onChanged={reload} />
        ))}
      </ul>
      {value?.found_oldest === false && (
        <button class={styles.button} onClick={() => setLimit(limit + PAGE)}>
          {s.showOlder}
        </button>
      )}
    </>
  );
}

function ReportRow({ report, onChanged }: { readonly report: Report; onChanged(): void }) {
  const { store, oversight } = useClient();
  const { failure, runWithUndo } = useAction();
  const [note, setNote] = useState(report.note);
  const { id, status, message_id: messageId } = report;
  const isOpen = status === 'open';
  const nameOf = (userId: number) => store.people.users.get(userId)?.full_name ?? String(userId);
  const settle = (event: Event) => {
    event.preventDefault();
    const back = () => oversight.settle(id, { status, note: report.note });
    const work = oversight.settle(id, { status: isOpen ? 'resolved' : 'open', note });
    void runWithUndo(work, back).then(onChanged);
  };
  const resolved =
    report.resolved_by !== null && report.resolved_at !== null
      ? s.resolvedBy(nameOf(report.resolved_by), wholeTimeOf(report.resolved_at))
      : '';
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        <a href={hrefOfNarrow([{ operator: 'near', operand: messageId }])}>{s.messageOf(nameOf(report.sender_id))}</a>
        <span>{[wordsOf(`report_${report.report_type}`), report.description].filter(Boolean).join(': ')}</span>
        <small>
          {[s.reportedBy(nameOf(report.reporter_id), wholeTimeOf(report.reported_at)), resolved]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <form class={styles.text} onSubmit={settle}>
        <input
          dir="auto"
          maxLength={1_000}
          aria-label={s.noteOn(id)}
          placeholder={s.note}
          value={note}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <button class={styles.button} aria-label={isOpen ? s.resolveReport(id) : s.reopenReport(id)}>
          {isOpen ? s.resolve : s.reopen}
        </button>
      </form>
      <Failure text={failure} />
    </li>
  );
}
