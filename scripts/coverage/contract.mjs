const BASE = '/api/v1/';

/** The operations of the contract, by name: `GET /api/v1/users`, their parameters and the codes they may answer. */
export function operationsOf({ paths, components }) {
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(BASE))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, ...one })));
  return operations
    .map(({ path, method, description, summary, responses, ...operation }) => ({
      name: `${method.toUpperCase()} ${path}`,
      section: description.replace(/^Implements |\.$/g, ''),
      summary,
      parameters: parametersOf(operation, components.schemas),
      codes: Object.values(responses).flatMap(codesOf).sort(),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parametersOf({ parameters = [], requestBody }, schemas) {
  const [media] = Object.values(requestBody?.content ?? {});
  const properties = media ? schemas[media.schema.$ref.split('/').at(-1)].properties : {};
  return [
    ...parameters.map(({ name, in: place }) => ({ name, isInPath: place === 'path' })),
    ...Object.keys(properties ?? {}).map((name) => ({ name, isInPath: false })),
  ];
}

const codesOf = ({ content }) => content['application/json'].schema.properties?.code?.enum ?? [];
