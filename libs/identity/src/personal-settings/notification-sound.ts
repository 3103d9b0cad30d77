const RATE = 22_050;
const HEADER_BYTES = 44;
const SECONDS = 0.5;
/** Each note fades to a third in so many seconds. */
const FADE_SECONDS = 0.09;

/** A note: its frequency in Hz, and when it begins, in seconds. */
type Note = readonly [frequency: number, start: number];

/** The sounds that users can choose, besides none. */
const SOUNDS: Readonly<Record<string, readonly Note[]>> = {
  chime: [
    [880, 0],
    [1318.5, 0.12],
  ],
  drop: [
    [1046.5, 0],
    [698.5, 0.08],
  ],
  knock: [
    [196, 0],
    [196, 0.14],
  ],
};

export const NO_SOUND = 'none';
export const NOTIFICATION_SOUNDS: readonly string[] = [NO_SOUND, ...Object.keys(SOUNDS)];

/** A sound as a WAV file; `null`: there is none of that name. */
export function soundFile(name: string): Buffer | null {
  const notes = Object.hasOwn(SOUNDS, name) ? SOUNDS[name] : undefined;
  if (!notes) return null;
  const count = Math.round(RATE * SECONDS);
  const file = Buffer.alloc(HEADER_BYTES + 2 * count);
  writeHeader(file, 2 * count);
  for (let at = 0; at < count; at++) file.writeInt16LE(levelOf(notes, at / RATE), HEADER_BYTES + 2 * at);
  return file;
}

function levelOf(notes: readonly Note[], time: number): number {
  const level = notes
    .filter(([, start]) => time >= start)
    .reduce((sum, [frequency, start]) => {
      const since = time - start;
      return sum + Math.sin(2 * Math.PI * frequency * since) * Math.exp(-since / FADE_SECONDS);
    }, 0);
  const end = Math.min(1, (SECONDS - time) / 0.02); // no click where the file ends
  return Math.round((level / notes.length) * end * 0.8 * 0x7fff);
}

/** RIFF with one channel of 16 bits. */
function writeHeader(file: Buffer, bytes: number): void {
  file.write('RIFF', 0);
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(2 * RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
}
