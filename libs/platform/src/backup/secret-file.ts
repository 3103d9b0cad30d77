import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SecretDiffers, SecretIsMissing } from './errors';

/** Where a server keeps its secret: the environment's wins over the file's. */
export interface SecretPlace {
  dataDirectory: string;
  /** PARLEY_SECRET_KEY, or null. */
  fromEnvironment: string | null;
}

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'secret-key');

/** @throws SecretIsMissing */
export async function readSecret({ dataDirectory, fromEnvironment }: SecretPlace): Promise<string> {
  const secret = fromEnvironment ?? (await fromFile(dataDirectory));
  if (!secret) throw new SecretIsMissing(pathIn(dataDirectory));
  return secret;
}

/** @throws SecretDiffers when the server here would use another one than the backup's */
export async function compareSecret({ dataDirectory, fromEnvironment }: SecretPlace, secret: string): Promise<void> {
  const known = fromEnvironment ?? (await fromFile(dataDirectory));
  if (known && known !== secret) throw new SecretDiffers(fromEnvironment ? 'PARLEY_SECRET_KEY' : pathIn(dataDirectory));
}

/** Writes the file that the server reads, unless it has the secret already. */
export async function keepSecret({ dataDirectory, fromEnvironment }: SecretPlace, secret: string): Promise<void> {
  if (fromEnvironment ?? (await fromFile(dataDirectory))) return;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const handle = await open(pathIn(dataDirectory), 'wx', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function fromFile(dataDirectory: string): Promise<string | null> {
  try {
    return (await readFile(pathIn(dataDirectory), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}
