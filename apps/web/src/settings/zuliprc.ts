import { download } from './download';

interface Account {
  readonly email: string;
  readonly key: string;
}

/** Hands the browser the file that clients of the interface read. */
export function downloadZuliprc({ email, key }: Account): void {
  const text = `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;
  download('zuliprc', text);
}
