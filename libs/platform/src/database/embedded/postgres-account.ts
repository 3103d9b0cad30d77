import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresUnavailable } from './embedded-postgres.errors';

/** The account that runs PostgreSQL, and how to start a command as that account. */
export interface PostgresAccount {
  /** The required owner of the cluster's files; `undefined` if this process already runs as that account. */
  owner?: { uid: number; gid: number };
  /** Words to put in front of a command. */
  prefix: string[];
  /** Options for spawn. */
  identity: { uid?: number; gid?: number };
}

/**
 * What the account may need on top, weakest first. A clone in a directory that only root may enter is out of its reach
 * otherwise: reading and searching is enough, unless the files themselves were unpacked with a strict umask. The secure
 * bit makes access(2), by which PostgreSQL looks for its own programs, count the capability too.
 */
const CAPABILITIES = [
  [],
  ...['dac_read_search', 'dac_override'].map((name) => [
    `--inh-caps=+${name}`,
    `--ambient-caps=+${name}`,
    '--securebits=+no_setuid_fixup',
  ]),
];

const CANDIDATES = ['postgres', '_postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so root hands it to the account that owns the cluster already, else to `postgres`
 * or `nobody` (initdb wants one with a passwd entry). Every other account runs it itself.
 *
 * @param postgres the server's binary
 * @param parent the directory that holds the cluster
 * @param cluster the cluster itself, which may not exist yet
 * @throws EmbeddedPostgresUnavailable when no account can run it
 */
export function choosePostgresAccount(postgres: string, parent: string, cluster: string): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: [], identity: {} };

  const owner = ownerOf(cluster) ?? systemAccount();
  const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0;
  const accounts = hasSetpriv
    ? CAPABILITIES.map((words) => withSetpriv(owner, words))
    : [{ prefix: [], identity: owner }];
  const refusals: string[] = [];
  for (const { prefix, identity } of accounts) {
    const refusal = tryAs(prefix, identity, postgres, parent);
    if (refusal === undefined) return { owner, prefix, identity };
    refusals.push(refusal);
  }
  throw new EmbeddedPostgresUnavailable(
    `PostgreSQL does not run as root, and user ${owner.uid} cannot run ${postgres} in ${parent}: ${refusals.at(-1)}.`,
  );
}

function ownerOf(cluster: string): { uid: number; gid: number } | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

function systemAccount(): { uid: number; gid: number } {
  for (const name of CANDIDATES) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new EmbeddedPostgresUnavailable(
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody" to run it as.',
  );
}

function withSetpriv(owner: { uid: number; gid: number }, words: string[]): Omit<PostgresAccount, 'owner'> {
  const prefix = ['setpriv', '--reuid', `${owner.uid}`, '--regid', `${owner.gid}`, '--clear-groups', ...words, '--'];
  return { prefix, identity: {} };
}

/** Really runs the binary and enters the directory: modes alone would miss ACLs, mount options and containers. */
function tryAs(prefix: string[], identity: object, postgres: string, parent: string): string | undefined {
  const [command, ...args] = [...prefix, 'sh', '-c', 'cd "$1" && exec "$0" --version', postgres, parent];
  const result = spawnSync(command, args, { ...identity, cwd: '/', encoding: 'utf8' });
  if (result.status === 0) return undefined;
  return result.error?.message ?? result.stderr.trim();
}
