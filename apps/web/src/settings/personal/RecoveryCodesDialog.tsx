import { useClient } from '../../app/client';
import { Dialog } from '../../ui/Dialog';
import { download } from '../download';
import styles from '../settings.module.css';
import { s } from '../words';

/** New recovery codes, which are shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { readonly codes: readonly string[]; onClose(): void }) {
  const { notices } = useClient();
  const text = `${codes.join('\n')}\n`;
  const copy = () => void navigator.clipboard.writeText(text).then(() => notices.say(s.codesCopied, null));
  return (
    <Dialog title={s.recoveryCodes} onClose={onClose}>
      <p>{s.recoveryCodesWhat}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class={styles.text}>
        <button class={styles.button} onClick={copy}>
          {s.copyCodes}
        </button>
        <button class={styles.button} onClick={() => download('recovery-codes.txt', text, 'text/plain')}>
          {s.downloadCodes}
        </button>
        <button class={styles.button} onClick={onClose}>
          {s.codesKept}
        </button>
      </div>
    </Dialog>
  );
}
