import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../i18n';
import { classes } from '../ui/classes';
import { Icon, IconName } from '../ui/icons';
import styles from './Compose.module.css';
import { apply } from './editing';
import { Format, formatted } from './formatting';

interface Props {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly isPreview: boolean;
  /** Absent: what is written is not a new message. */
  readonly canSchedule?: boolean;
  onPreview(): void;
  onFiles(files: readonly File[]): void;
  onSnippets(): void;
  onSchedule?(): void;
}

const formats = (): [Format, string, IconName][] => [
  ['bold', t.bold, 'bold'],
  ['italic', t.italic, 'italic'],
  ['strike', t.strike, 'strike'],
  ['link', t.link, 'link'],
  ['code', t.code, 'code'],
  ['quote', t.quote, 'quote'],
  ['bullets', t.bullets, 'list'],
  ['numbers', t.numbers, 'numbers'],
  ['spoiler', t.spoiler, 'eye'],
];

/** What can be done with the text by buttons. */
export function Toolbar({ area, isPreview, canSchedule, ...props }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const format = (name: Format) => {
    const { value, selectionStart: start, selectionEnd: end } = area.current!;
    apply(area.current!, formatted(name, { text: value, start, end }));
  };
  return (
    <div class={styles.tools} role="group" aria-label={t.formatting}>
      <input
        ref={files}
        class={styles.files}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t.chooseFiles}
        onChange={({ currentTarget }) => {
          props.onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Tool name={t.attach} icon="clip" onClick={() => files.current!.click()} />
      {formats().map(([name, label, icon]) => (
        <Tool key={name} name={label} icon={icon} isFormat isOff={isPreview} onClick={() => format(name)} />
      ))}
      <Tool name={t.snippets} icon="note" isOff={isPreview} onClick={props.onSnippets} />
      {props.onSchedule && (
        <Tool name={t.scheduleMessage} icon="clock" isOff={!canSchedule} onClick={props.onSchedule} />
      )}
      <button type="button" class={styles.kind} aria-pressed={isPreview} onClick={props.onPreview}>
        {t.preview}
      </button>
    </div>
  );
}

interface ToolProps {
  readonly name: string;
  readonly icon: IconName;
  /** It changes words that are selected. */
  readonly isFormat?: boolean;
  readonly isOff?: boolean;
  onClick(): void;
}

const Tool = ({ name, icon, isFormat, isOff, onClick }: ToolProps) => (
  <button
    type="button"
    class={classes(styles.tool, isFormat && styles.format)}
    aria-label={name}
    title={name}
    disabled={isOff}
    onPointerDown={(event) => event.preventDefault()} // the selection stays
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
