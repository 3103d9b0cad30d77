import Ajv, { ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, compose, manifests, Node } from '../support/deploy-files';
import { faultsOfManifests } from '../support/kubernetes-types';

/** A manual change with an error: the place, and the new text. */
type Mistake = [path: string, change: (node: Node) => void];

describe('the manifests for Kubernetes', () => {
  it('match the schemas of their kinds, without unknown keys', () => {
    const all = manifests();
    expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Deployment', 'Ingress', 'Secret', 'Service']));
    expect(faultsOfManifests(all)).toEqual([]);
  });

  const CONTAINER = 'spec.template.spec.containers.0';
  const mistakes: Record<string, [kind: string, mistake: Mistake, said: RegExp]> = {
    'a field misspelled, deep in it': [
      'Deployment',
      [`${CONTAINER}.readinessProbe`, (probe) => (probe.failureTreshold = 2)],
      /"failureTreshold"' does not exist in type 'Probe'/,
    ],
    'a field in the wrong place': [
      'Service',
      ['spec', (spec) => (spec.replicas = 2)],
      /"replicas"' does not exist in type 'ServiceSpec'/,
    ],
    'text for a number': [
      'PodDisruptionBudget',
      ['metadata', (metadata) => (metadata.generation = '1')],
      /'string' is not assignable to type 'number'/,
    ],
    'a number for text': [
      'Ingress',
      ['metadata.annotations', (annotations) => (annotations['proxy-read-timeout'] = 120)],
      /'number' is not assignable to type 'string'/,
    ],
    'nothing where something is due': [
      'Deployment',
      [CONTAINER, (container) => (container.ports = null)],
      /'null' is not assignable/,
    ],
    'a field left out': ['Deployment', ['spec', (spec) => delete spec.selector], /'selector' is missing/],
    'a version of other kinds': [
      'Deployment',
      ['apiVersion', (deployment) => (deployment.apiVersion = 'autoscaling/v2')],
      /no exported member 'Deployment'/,
    ],
    'a version that there is no more': [
      'Ingress',
      ['apiVersion', (ingress) => (ingress.apiVersion = 'extensions/v1beta1')],
      /Cannot find module/,
    ],
    'no version': ['Service', ['apiVersion', (service) => delete service.apiVersion], /'apiVersion' is missing|module/],
  };

  it('with an error are detected', () => {
    const spoiled = Object.entries(mistakes).map(([name, [kind, [path, change]]]) => {
      const manifest = structuredClone(manifests().find((candidate) => candidate.kind === kind)!);
      change((path === 'apiVersion' ? manifest : at(manifest, path)) as Node);
      return { ...manifest, metadata: { ...(manifest.metadata as Node), name } };
    });
    const faults = faultsOfManifests(spoiled);
    for (const [name, [kind, , said]] of Object.entries(mistakes)) {
      expect(faults.filter((fault) => fault.startsWith(`${kind} ${name}: `)).join('\n')).toMatch(said);
    }
  });
});

describe('docker-compose.yml', () => {
  let isValid: ValidateFunction;
  beforeAll(() => {
    const place = join(dirname(require.resolve('dclint/package.json')), 'schemas/compose.schema.json');
    const { $schema: _, ...schema } = JSON.parse(readFileSync(place, 'utf8')) as Node;
    isValid = new Ajv({ strict: false, allErrors: true, formats: { duration: true } }).compile(schema);
  });

  const faults = (file: Node) => (isValid(file) ? [] : isValid.errors!.map(({ instancePath }) => instancePath));

  it('matches the Compose specification, without unknown keys', () => {
    expect(faults(compose())).toEqual([]);
  });

  const mistakes: Record<string, Mistake> = {
    'a field misspelled': ['services.node-a', (service) => (service.helthcheck = {})],
    'a field misspelled, deeper': ['services.proxy.healthcheck', (check) => (check.retrys = 3)],
    'text for a list': ['services.proxy', (service) => (service.ports = '9991:80')],
    'a number for a path': ['services.node-a', (service) => (service.image = 17)],
    'a condition that there is not': [
      'services.proxy.depends_on.node-a',
      (dependency) => (dependency.condition = 'service_ready'),
    ],
    'a section that there is not': ['services', (services) => (services['no spaces'] = { image: 'parley' })],
    'a volume in the wrong place': ['volumes', (volumes) => (volumes.shared = { path: '/data' })],
  };

  it('with an error is detected', () => {
    for (const [name, [path, change]] of Object.entries(mistakes)) {
      const file = structuredClone(compose());
      change(at(file, path) as Node);
      expect([name, faults(file)]).toEqual([name, expect.arrayContaining([expect.stringMatching(/./)])]);
    }
  });
});
