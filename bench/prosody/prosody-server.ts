import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/support/ports';

export const HOST = 'localhost';
export const ROOMS = 'rooms.localhost';
export const PASSWORD = 'bench';
const PATIENCE_MS = 10_000;

/** The Prosody of the system, with only the modules that a room with an archive requires. */
export class ProsodyServer {
  private constructor(
    readonly port: number,
    readonly child: ChildProcess,
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
      process.once('exit', () => child.kill('SIGKILL'));
      const server = new ProsodyServer(port, child, directory);
      await server.listens();
      return server;
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  static get version(): string {
    return /Prosody [\d.]+/.exec(execFileSync('prosodyctl', ['about'], { stdio: 'pipe' }).toString())?.[0] ?? 'Prosody';
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async listens(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline && this.child.exitCode === null) {
      if (await answers(this.port)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Prosody does not listen: ${readFileSync(join(this.directory, 'prosody.log'), 'utf8')}`);
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

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
