import { Config } from '@app/platform';
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePostgresAccount } from '../../libs/platform/src/database/embedded/postgres-account';
import { findPostgresBinaries } from '../../libs/platform/src/database/embedded/postgres-binaries';
import { at, compose, documentsOf, KUBERNETES, KUSTOMIZATION, manifests, Node, textOf } from '../support/deploy-files';
import { isInstalled } from '../support/installed';

/** Compares the files for other machines with the program; whether a container runs is for machines with containers. */
describe('the files for containers', () => {
  const of = (kind: string) => manifests().find((manifest) => manifest.kind === kind)!;
  const pod = () => at(of('Deployment'), 'spec.template') as { metadata: { labels: Node }; spec: Node };
  const container = () => at(pod(), 'spec.containers.0') as Node;
  const service = (name: string) => at(compose(), `services.${name}`) as Node;

  it('set only variables that the server reads and accepts', () => {
    const environment = { ...(of('ConfigMap').data as Node), ...(of('Secret').stringData as Node) };
    expect(Object.keys(environment).length).toBeGreaterThan(8);
    expect(Config.fromEnvironment(environment as NodeJS.ProcessEnv).unknownNames).toEqual([]);

    const given = Object.entries(service('node-a').environment as Record<string, string>);
    expect(given.length).toBeGreaterThan(10);
    const defaults = given.map(([name, value]) => [name, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]);
    expect(Config.fromEnvironment(Object.fromEntries(defaults) as NodeJS.ProcessEnv).unknownNames).toEqual([]);
  });

  it('probe existing paths, on the port of the server', () => {
    const texts = [textOf('docker-compose.yml'), JSON.stringify(container())];
    const probes = texts.flatMap((text) => [...text.matchAll(/\/health\/\w+/g)].map(([path]) => path));
    expect(new Set(probes)).toEqual(new Set(['/health/live', '/health/ready']));
    expect(container().ports).toEqual([{ name: 'http', containerPort: 9991 }]);
  });

  it('balance between the existing nodes, which trust the balancer only', () => {
    const services = Object.entries(compose().services as Record<string, Node>);
    const address = (node: Node) => at(node, 'networks.default.ipv4_address') as string;
    const nodes = services.filter(([name]) => name.startsWith('node-')).map(([, node]) => `${address(node)}:9991`);
    const balanced = [...textOf('deploy/nginx/nodes.conf').matchAll(/server (\S+)/g)].map(([, place]) => place);
    expect([nodes.length, balanced]).toEqual([2, nodes]);
    const { PARLEY_TRUSTED_PROXIES } = service('node-a').environment as Record<string, string>;
    expect(PARLEY_TRUSTED_PROXIES).toBe(`\${PARLEY_TRUSTED_PROXIES:-${address(service('proxy'))}}`);
  });

  it('serve no metrics to the outside, for any spelling of the path', () => {
    const [, pattern] = /location ~ (\S+) \{\n +return 404;/.exec(textOf('deploy/nginx/nginx.conf'))!;
    expect(['/metrics', '/metrics/'].filter((path) => !new RegExp(pattern).test(path))).toEqual([]);
    expect(at(of('Ingress'), 'spec.rules.0.http.paths')).toContainEqual(
      expect.objectContaining({ path: '/metrics', pathType: 'Prefix' }),
    );
  });

  it('accept large bodies for uploads only', () => {
    const nginx = textOf('deploy/nginx/nginx.conf');
    const [everywhere] = [...nginx.matchAll(/client_max_body_size (\S+);/g)].map(([, size]) => size);
    expect(everywhere).toBe('4m');
    const sizes = manifests()
      .filter(({ kind }) => kind === 'Ingress')
      .map((ingress) => [
        at(ingress, 'metadata.annotations')!['nginx.ingress.kubernetes.io/proxy-body-size' as never],
        (at(ingress, 'spec.rules.0.http.paths') as { path: string }[]).map(({ path }) => path),
      ]);
    expect(sizes).toEqual([
      ['4m', ['/metrics', '/']],
      ['110m', ['/api/v1/user_uploads', '/json/user_uploads']],
      ['6m', expect.arrayContaining(['/api/v1/users/me/avatar', '/json/realm/emoji'])],
    ]);
  });

  it('request a database that initdb can create', () => {
    const directory = mkdtempSync(join(tmpdir(), 'parley-initdb-'));
    try {
      const { initdb, postgres } = findPostgresBinaries();
      const cluster = join(directory, 'cluster');
      const { owner, prefix, identity } = choosePostgresAccount(postgres, directory, cluster);
      if (owner) chownSync(directory, owner.uid, owner.gid);
      const { POSTGRES_INITDB_ARGS } = service('database').environment as Record<string, string>;
      const [command, ...args] = [...prefix, initdb, '-D', cluster, '--no-sync', ...POSTGRES_INITDB_ARGS.split(' ')];
      const said = execFileSync(command, args, { ...identity, cwd: '/', encoding: 'utf8', stdio: 'pipe' });
      expect(said).toContain('Success.');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('give nodes enough time to stop', () => {
    const nodesNeed = 10;
    const waits = at(container(), 'lifecycle.preStop.exec.command.1');
    expect(pod().spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(waits) + nodesNeed);
    expect(parseInt(service('node-a').stop_grace_period as string, 10)).toBeGreaterThan(nodesNeed);
  });

  it('use consistent names', () => {
    const labels = pod().metadata.labels;
    const selectors = [
      at(of('Deployment'), 'spec.selector.matchLabels'),
      at(of('PodDisruptionBudget'), 'spec.selector.matchLabels'),
      at(of('NetworkPolicy'), 'spec.podSelector.matchLabels'),
      at(of('Service'), 'spec.selector'),
    ];
    expect(selectors).toEqual(selectors.map(() => labels));

    const services = manifests().filter(({ kind }) => kind === 'Service');
    const paths = at(of('Ingress'), 'spec.rules.0.http.paths') as Node[];
    const asked = paths.map((path) => at(path, 'backend.service.name'));
    expect(asked).toEqual(expect.arrayContaining(services.map((served) => at(served, 'metadata.name'))));

    const { apiVersion, kind, metadata } = of('Deployment');
    const { name } = metadata as Node;
    expect(at(of('HorizontalPodAutoscaler'), 'spec.scaleTargetRef')).toEqual({ apiVersion, kind, name });
    const sources = [{ configMapRef: { name } }, { secretRef: { name } }];
    expect([container().envFrom, at(of('ConfigMap'), 'metadata.name'), at(of('Secret'), 'metadata.name')]).toEqual([
      sources,
      name,
      name,
    ]);
  });

  it('are all in the kustomization except the example of a secret', () => {
    const { resources } = documentsOf('deploy/kubernetes', KUSTOMIZATION)[0];
    const applied = (resources as string[]).flatMap((name) => documentsOf('deploy/kubernetes', name));
    const ours = manifests().filter(({ kind }) => kind !== 'Secret');
    expect(new Set(applied.map((object) => JSON.stringify(object)))).toEqual(
      new Set(ours.map((object) => JSON.stringify(object))),
    );
  });

  (isInstalled('kubectl', ['version', '--client']) ? it : it.skip)('are put together by kustomize', () => {
    const all = execFileSync('kubectl', ['kustomize', KUBERNETES], { encoding: 'utf8' });
    const kinds = [...all.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
    const ingresses = Array.from({ length: 3 }, () => 'Ingress');
    const wanted = ['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', ...ingresses, 'Namespace', 'NetworkPolicy'];
    expect(kinds).toEqual([...wanted, 'PodDisruptionBudget', 'Service', 'Service']);
    expect(all).not.toContain('image: parley\n');
  });
});
