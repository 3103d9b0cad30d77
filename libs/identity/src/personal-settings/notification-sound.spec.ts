import { NOTIFICATION_SOUNDS, soundFile } from './notification-sound';

describe('the sounds of notifications', () => {
  it.each(NOTIFICATION_SOUNDS.filter((name) => name !== 'none'))(
    'has a short WAV file that can be heard: %s',
    (name) => {
      const file = soundFile(name)!;
      expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12)).toBe('RIFFWAVE');
      expect(file.readUInt32LE(4)).toBe(file.length - 8);
      const levels = Array.from({ length: (file.length - 44) / 2 }, (_, at) => Math.abs(file.readInt16LE(44 + 2 * at)));
      expect(Math.max(...levels)).toBeGreaterThan(5_000);
      expect(levels.at(-1)).toBeLessThan(200);
    },
  );

  it.each(['none', 'constructor', ''])('has no file named %p', (name) => {
    expect(soundFile(name)).toBeNull();
  });
});
