import sharp from 'sharp';
import type { ApiResponse, Body, Person } from './person';

type Colour = { r: number; g: number; b: number };
const RED: Colour = { r: 200, g: 20, b: 20 };

/** A plain picture. */
export const png = (width = 120, height = width, background: Colour = RED): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Two pictures in turn. */
export async function gif(pixels = 40): Promise<Buffer> {
  const frames = await Promise.all([png(pixels), png(pixels, pixels, { r: 0, g: 0, b: 255 })]);
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** A small file that would be a picture of 60,000 by 60,000. */
export async function bomb(): Promise<Buffer> {
  const large = Buffer.from(await png(8));
  large.writeUInt32BE(60_000, 16);
  large.writeUInt32BE(60_000, 20);
  return large;
}

/** Invalid pictures, or more or fewer than one, with the code of the refusal. */
export async function unfit(): Promise<[files: Buffer[], code: string][]> {
  const image = await png();
  return [
    [[], 'BAD_REQUEST'],
    [[image, image], 'BAD_REQUEST'],
    [[Buffer.from('GIF89a but not really')], 'BAD_IMAGE'],
    [[SVG], 'BAD_IMAGE'],
    [[await bomb()], 'BAD_IMAGE'],
    [[image.subarray(0, 60)], 'BAD_IMAGE'],
    [[Buffer.alloc(6 * 1024 * 1024)], 'BAD_REQUEST'],
  ];
}

/** Sends files in a form. */
export async function upload(
  person: Person,
  path: string,
  files: readonly Buffer[],
  fields: Record<string, string> = {},
): Promise<ApiResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [index, file] of files.entries()) {
    form.append(`f${index}`, new Blob([new Uint8Array(file)]), `picture ${index}.png`);
  }
  const { world, authorization } = person;
  const answer = await fetch(`${world.url}/api/v1/${path}`, { method: 'POST', headers: { authorization }, body: form });
  const body = (await answer.json()) as Body;
  world.observe('POST', path, Object.keys(fields), answer.status, body);
  return { status: answer.status, headers: answer.headers, body };
}

export interface Shown {
  status: number;
  type: string | null;
  headers: Headers;
  bytes: Buffer;
}

/** What a browser receives from an address in an answer, without credentials. */
export async function shown(url: string, base: string): Promise<Shown> {
  const response = await fetch(new URL(url, base), { redirect: 'manual' });
  const { status, headers } = response;
  return { status, headers, type: headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Width, height of one frame, and number of frames. */
export async function sizeOf(picture: Buffer): Promise<[number, number, number]> {
  const { width, height, pages = 1 } = await sharp(picture).metadata();
  return [width, height, pages];
}
