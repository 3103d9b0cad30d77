import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { balancerAddress } from './addresses.mjs';
import { Guarded } from './guarded.mjs';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const PATIENCE_MS = 3_000;

export function isNginxInstalled() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** nginx with deploy/nginx/nginx.conf unchanged; the two included files contain the differences. */
export class Nginx {
  name = 'nginx';

  constructor(port, nodePorts) {
    Object.assign(this, { port, nodePorts });
    this.directory = mkdtempSync(join(tmpdir(), 'parley-nginx-'));
  }

  /** Resolves when it listens. @throws Error when it ends before that */
  async start() {
    const file = (name) => join(this.directory, name);
    const servers = this.nodePorts.map((port) => `  server 127.0.0.1:${port} max_fails=3 fail_timeout=2s;`);
    const local = balancerAddress ? [`proxy_bind ${balancerAddress};`] : [];
    const temporary = TEMPORARY.map((name) => `${name}_temp_path ${file(name)};`);
    const lines = ['upstream parley {', ...servers, '  keepalive 64;', '}', ...local, ...temporary, ''];
    copyFileSync(join(root, 'deploy/nginx/nginx.conf'), file('nginx.conf'));
    writeFileSync(file('nodes.conf'), lines.join('\n'));
    writeFileSync(file('listen.conf'), `listen 127.0.0.1:${this.port} default_server;\n`);

    // As root, nginx would switch to an account that may not read this directory.
    const account = process.getuid() === 0 ? ' user root;' : '';
    const directives = `daemon off; pid ${file('nginx.pid')}; error_log stderr warn;${account}`;
    const command = ['nginx', '-p', this.directory, '-c', file('nginx.conf'), '-e', 'stderr', '-g', directives];
    this.process = new Guarded(command, { onLine: (line) => console.log(`[nginx] ${line}`) });
    const ended = this.process.exited.then((how) => {
      throw new Error(`nginx ended (${how}).`);
    });
    await Promise.race([this.listens(), ended]);
  }

  async listens() {
    const deadline = Date.now() + PATIENCE_MS;
    while (this.process.isRunning && Date.now() < deadline) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/live`).catch(() => null);
      if (answer) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('nginx does not listen.');
  }

  async stop() {
    await this.process?.stop(PATIENCE_MS);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
