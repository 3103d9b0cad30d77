import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './server-process';

export const KUBERNETES = join(ROOT, 'deploy/kubernetes');
export const KUSTOMIZATION = 'kustomization.yaml';

/** A part of a parsed YAML file. */
export type Node = { [name: string]: unknown };

export const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** The documents of a YAML file, aliases and merge keys resolved. @throws YAMLParseError, for a repeated key too */
export function documentsOf(...path: string[]): Node[] {
  return parseAllDocuments(textOf(...path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Node;
  });
}

export const compose = (): Node => documentsOf('docker-compose.yml')[0];

/** Every object of deploy/kubernetes, with the example of a secret; without the kustomization, which is no object. */
export function manifests(): Node[] {
  const names = readdirSync(KUBERNETES).filter((name) => name !== KUSTOMIZATION);
  return names.sort().flatMap((name) => documentsOf('deploy/kubernetes', name));
}

/** The value at a path of names and indexes, such as `spec.containers.0`. */
export function at(node: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => (inner as Node | undefined)?.[name], node);
}
