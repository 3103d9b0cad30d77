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
  const properties = media ? fieldsOf(media.schema, schemas) : {};
  return [
    ...parameters.map(({ name, in: place }) => ({ name, isInPath: place === 'path' })),
    ...Object.keys(properties).map((name) => ({ name, isInPath: false })),
  ];
}

/** The fields of a form; that there is a file in it, every test of the operation shows. */
function fieldsOf({ $ref, allOf = [], properties = {} }, schemas) {
  if ($ref) return fieldsOf(schemas[$ref.split('/').at(-1)], schemas);
  const own = Object.entries(properties).filter(([, { format }]) => format !== 'binary');
  return Object.assign({}, ...allOf.map((part) => fieldsOf(part, schemas)), Object.fromEntries(own));
}

const codesOf = ({ content }) => content['application/json'].schema.properties?.code?.enum ?? [];
