import { Config } from '@app/platform';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './support/server-process';

const KUBERNETES = join(ROOT, 'deploy/kubernetes');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

/** What ships to run it elsewhere, held against the program; whether a container runs is for machines that have them. */
describe('the files for containers', () => {
  const compose = read('docker-compose.yml');
  const manifests = readdirSync(KUBERNETES).map((name) => read('deploy/kubernetes', name));
  const texts = [compose, ...manifests];

  it('set nothing that the server does not read, and nothing that it refuses', () => {
    const settings = [...manifests.join('\n').matchAll(/^ {2}((?:PARLEY_\w+)|DATABASE_URL): (\S.*)$/gm)];
    expect(settings.length).toBeGreaterThan(8);
    const environment = Object.fromEntries(settings.map(([, name, value]) => [name, value.replace(/^'|'$/g, '')]));
    expect(Config.fromEnvironment(environment).unknownNames).toEqual([]);

    const node = compose.slice(0, compose.indexOf('\nservices:'));
    const given = [...node.matchAll(/^ {4}(PARLEY_\w+|DATABASE_URL): (\S+)$/gm)];
    expect(given.length).toBeGreaterThan(10);
    const defaults = given.map(([, name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, (_, otherwise: string) => otherwise),
    ]);
    expect(Config.fromEnvironment(Object.fromEntries(defaults)).unknownNames).toEqual([]);
  });

  it('probe what there is, where the server listens', () => {
    const probes = texts.flatMap((text) => [...text.matchAll(/\/health\/\w+/g)].map(([path]) => path));
    expect(new Set(probes)).toEqual(new Set(['/health/live', '/health/ready']));
    expect(manifests.join('\n')).toMatch(/name: http\n +containerPort: 9991/);
  });

  it('balance between the nodes that there are, and believe the balancer alone', () => {
    const nodes = [...compose.matchAll(/^ {2}([\w-]+): \*node$/gm)].map(([, name]) => `${name}:9991`);
    const balanced = [...read('deploy/nginx/nodes.conf').matchAll(/server (\S+)/g)].map(([, name]) => name);
    expect([nodes.length, balanced]).toEqual([2, nodes]);
    const [, believed] = /PARLEY_TRUSTED_PROXIES:-([\d.]+)\}/.exec(compose)!;
    expect(compose).toMatch(new RegExp(`ipv4_address: ${believed.replaceAll('.', '\\.')}\\n`));
  });

  (isInstalled('kubectl') ? it : it.skip)('are put together by kustomize', () => {
    const all = execFileSync('kubectl', ['kustomize', KUBERNETES], { encoding: 'utf8' });
    const kinds = [...all.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
    const wanted = ['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Namespace'];
    expect(kinds).toEqual([...wanted, 'PodDisruptionBudget', 'Service', 'Service']);
    expect(all).not.toContain('image: parley\n');
  });
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
