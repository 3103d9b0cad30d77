import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/support/ports';
import { PeerProcess } from './peer-process';
import { HOST, PASSWORD, ROOMS } from './xmpp';

/** The Prosody of the system, with only the modules that a room with an archive requires. */
export class ProsodyServer {
  private constructor(
    private readonly process: PeerProcess,
    private readonly directory: string,
  ) {}

  /**
   * Resolves when it listens. @param isSynchronous its files are written through to the disk, by an attribute of their
   * directory (ext4, root): Prosody has no setting for that
   * @throws Error where that is not possible
   */
  static async start(accounts: readonly string[], isSynchronous: boolean): Promise<ProsodyServer> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-prosody-'));
    try {
      if (isSynchronous) execFileSync('chattr', ['+S', directory], { stdio: 'pipe' });
      const port = await freePort();
      writeFileSync(join(directory, 'prosody.cfg.lua'), configuration(directory, port));
      writeAccounts(directory, accounts);
      const child = spawn('prosody', ['--config', join(directory, 'prosody.cfg.lua'), '-F'], { stdio: 'ignore' });
      const running = new PeerProcess(port, child);
      await running.listens(() => readFileSync(join(directory, 'prosody.log'), 'utf8'));
      return new ProsodyServer(running, directory);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  static get version(): string {
    return /Prosody [\d.]+/.exec(execFileSync('prosodyctl', ['about'], { stdio: 'pipe' }).toString())?.[0] ?? 'Prosody';
  }

  get port(): number {
    return this.process.port;
  }

  get pid(): number {
    return this.process.child.pid!;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** The archive's default limit of 10,000 messages would be reached within the minute, and would dominate the result. */
function configuration(directory: string, port: number): string {
  return `
    run_as_root = ${process.getuid?.() === 0}
    pidfile = "${directory}/prosody.pid"
    data_path = "${directory}/data"
    log = { warn = "${directory}/prosody.log" }
    interfaces = { "127.0.0.1" }
    c2s_ports = { ${port} }
    modules_enabled = { "saslauth", "roster", "disco" }
    modules_disabled = { "s2s", "tls", "offline" }
    authentication = "internal_plain"
    c2s_require_encryption = false
    allow_unencrypted_plain_auth = true
    storage = "internal"
    storage_archive_item_limit = 10000000
    muc_log_expires_after = "never"
    VirtualHost "${HOST}"
    Component "${ROOMS}" "muc"
      modules_enabled = { "muc_mam" }
      muc_log_by_default = true
      muc_room_locking = false
      muc_room_default_persistent = true
  `;
}

function writeAccounts(directory: string, names: readonly string[]): void {
  const accounts = join(directory, 'data', HOST, 'accounts');
  mkdirSync(accounts, { recursive: true });
  for (const name of names) writeFileSync(join(accounts, `${name}.dat`), `return { ["password"] = "${PASSWORD}" };\n`);
}
