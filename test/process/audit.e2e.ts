import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/server-process';

/** A registry with only these advisories of fastify; null: it answers no audit, as some mirrors do. */
function registryWith(advisories: object[] | null): Promise<Server> {
  const server = createServer((request, response) => {
    if (advisories === null || request.method !== 'POST') return void response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ fastify: advisories }));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'It breaks',
  severity,
  vulnerable_versions: '>=0.0.0',
});

async function audit(advisories: object[] | null): Promise<{ code: number; out: string }> {
  const server = await registryWith(advisories);
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const cache = mkdtempSync(join(tmpdir(), 'parley-audit-'));
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache };
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [join(ROOT, 'scripts/audit.mjs')], { env }, (error, out) =>
        resolve({ code: error ? Number(error.code) : 0, out }),
      );
    });
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(cache, { recursive: true, force: true });
  }
}

describe('The audit of packages', () => {
  it('fails for an advisory of severity high', async () => {
    const { code, out } = await audit([advisory('high')]);
    expect(out).toContain('FAILED high GHSA-aaaa-bbbb-cccc: fastify');
    expect(code).toBe(1);
  });

  it('reports an advisory of severity moderate without failing', async () => {
    const { code, out } = await audit([advisory('moderate')]);
    expect(out).toContain('known  moderate GHSA-aaaa-bbbb-cccc');
    expect(code).toBe(0);
  });

  it('reports a registry that answers no audit', async () => {
    const { code, out } = await audit(null);
    expect(out).toContain('Not audited: the registry answers no audit');
    expect(code).toBe(0);
  });
});
