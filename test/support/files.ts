import type { ApiResponse, Body, Person } from './person';

/** POST /user_uploads as browsers and libraries do it: a form with the file in it. */
export async function upload(
  person: Person,
  name: string,
  content: string | Uint8Array,
  { type = '', field = 'file' }: { type?: string; field?: string } = {},
): Promise<ApiResponse> {
  const form = new FormData();
  form.append(field, new Blob([content as never], { type }), name);
  return postForm(person, 'user_uploads', form);
}

/** The address of a file that was just uploaded, beginning with the slash. */
export async function uploaded(person: Person, name: string, content: string | Uint8Array): Promise<string> {
  const { status, body } = await upload(person, name, content);
  if (status !== 200) throw new Error(`${name} was not taken: ${JSON.stringify(body)}`);
  return body.url as string;
}

export async function postForm({ world, authorization }: Person, path: string, form: FormData): Promise<ApiResponse> {
  const headers = { authorization, 'user-agent': 'ParleyTest/1.0' };
  const response = await fetch(`${world.url}/api/v1/${path}`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as Body;
  const fields: string[] = [];
  form.forEach((value, name) => typeof value === 'string' && fields.push(name));
  world.observe('POST', path, fields, response.status, body);
  return { status: response.status, headers: response.headers, body };
}

/** A file as that user receives it; null: a spectator. */
export const fetchFile = (
  { url }: { url: string },
  path: string,
  person: Person | null,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(url + path, {
    method: init.method,
    headers: { ...(person ? { authorization: person.authorization } : {}), ...init.headers },
  });

export const statusOf = async (world: { url: string }, path: string, person: Person | null): Promise<number> => {
  const response = await fetchFile(world, path, person);
  await response.arrayBuffer();
  return response.status;
};
