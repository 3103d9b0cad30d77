import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { classes } from '../ui/classes';
import { Icon, IconName } from '../ui/icons';
import { inactive } from '../ui/inactive';
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

/** What can be done with the text by buttons: one stop of Tab, in which arrow keys, Home and End lead on. */
export function Toolbar({ area, isPreview, canSchedule, ...props }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const [stop, setStop] = useState(t.attach);
  const stopAt = (name: string): Stop => ({ tabIndex: name === stop ? 0 : -1, onFocus: () => setStop(name) });
  const format = (name: Format) => {
    const { value, selectionStart: start, selectionEnd: end } = area.current!;
    apply(area.current!, formatted(name, { text: value, start, end }));
  };
  return (
    <div class={styles.tools} role="toolbar" aria-label={t.formatting} onKeyDown={moveInTools}>
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
      <Tool name={t.attach} icon="clip" stop={stopAt(t.attach)} onClick={() => files.current!.click()} />
      {formats().map(([name, label, icon]) => (
        <Tool
          key={name}
          name={label}
          icon={icon}
          stop={stopAt(label)}
          isFormat
          isOff={isPreview}
          onClick={() => format(name)}
        />
      ))}
      <Tool name={t.snippets} icon="note" stop={stopAt(t.snippets)} isOff={isPreview} onClick={props.onSnippets} />
      {props.onSchedule && (
        <Tool
          name={t.scheduleMessage}
          icon="clock"
          stop={stopAt(t.scheduleMessage)}
          isOff={!canSchedule}
          onClick={props.onSchedule}
        />
      )}
      <button
        type="button"
        class={styles.kind}
        aria-pressed={isPreview}
        onClick={props.onPreview}
        {...stopAt(t.preview)}
      >
        {t.preview}
      </button>
    </div>
  );
}

/** Whether Tab leads to a button. */
interface Stop {
  readonly tabIndex: number;
  onFocus(): void;
}

function moveInTools(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isShown = (button: HTMLElement): boolean => button.getClientRects().length > 0;
  const buttons = [...event.currentTarget.querySelectorAll('button')].filter(isShown);
  const at = buttons.findIndex((button) => button === document.activeElement);
  const step = event.currentTarget.matches(':dir(rtl)') ? -1 : 1;
  const next = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}

interface ToolProps {
  readonly name: string;
  readonly icon: IconName;
  readonly stop: Stop;
  /** It changes words that are selected. */
  readonly isFormat?: boolean;
  readonly isOff?: boolean;
  onClick(): void;
}

const Tool = ({ name, icon, stop, isFormat, isOff, onClick }: ToolProps) => (
  <button
    type="button"
    class={classes(styles.tool, isFormat && styles.format)}
    aria-label={name}
    title={name}
    onPointerDown={(event) => event.preventDefault()} // the selection stays
    onClick={onClick}
    {...stop}
    {...inactive(isOff)}
  >
    <Icon name={icon} />
  </button>
);
