import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Node } from './deploy-files';
import { ROOT } from './server-process';

/** Does not exist: its text is made of the manifests. */
const SOURCE = join(ROOT, 'test/support/manifests.generated.ts');
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  lib: ['lib.es5.d.ts'],
  types: [],
};

/**
 * The errors in manifests by Kubernetes' OpenAPI document, through the types that kubernetes-types makes of it: each
 * manifest is compiled as a literal of the type that its `apiVersion` and `kind` name. A literal may have no field that
 * its type does not know, at any depth; `null` counts as a value.
 */
export function faultsOfManifests(manifests: readonly Node[]): string[] {
  const lines = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest;
    const module = JSON.stringify(`kubernetes-types/${moduleOf(String(apiVersion))}`);
    const literal = JSON.stringify(manifest);
    return `export const m${index}: { apiVersion: string; kind: string } & import(${module}).${kind as string} = ${literal};`;
  });
  return diagnosticsOf(lines.join('\n')).map(({ messageText, file, start }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    if (!file || start === undefined) return message;
    const { kind, metadata } = manifests[file.getLineAndCharacterOfPosition(start).line];
    return `${String(kind)} ${String((metadata as Node | undefined)?.name)}: ${message}`;
  });
}

/** `v1` is the core group; `networking.k8s.io/v1` has its first word as a folder. */
function moduleOf(apiVersion: string): string {
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  return `${group.split('.')[0]}/${version}`;
}

function diagnosticsOf(text: string): readonly ts.Diagnostic[] {
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile;
  host.getSourceFile = (path, languageVersion, ...rest) =>
    path === SOURCE
      ? ts.createSourceFile(path, text, languageVersion)
      : read.call(host, path, languageVersion, ...rest);
  host.getCurrentDirectory = () => dirname(SOURCE);
  const program = ts.createProgram([SOURCE], OPTIONS, host);
  return [...program.getGlobalDiagnostics(), ...ts.getPreEmitDiagnostics(program, program.getSourceFile(SOURCE))];
}
