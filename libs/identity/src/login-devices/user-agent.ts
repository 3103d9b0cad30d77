type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first match counts: most browsers name others, too. */
const PROGRAMS: Names = [
  [/\bZulipMobile\b|\bZulipFlutter\b/i, 'the mobile app'],
  [/\bZulipElectron\b|\bZulipDesktop\b/i, 'the desktop app'],
  [/\bZulipTerminal\b/i, 'the terminal client'],
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/\bpython|ZulipPython/i, 'a Python program'],
];

const SYSTEMS: Names = [
  [/\biPhone\b|\biPad\b|\biOS\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac ?OS\b|\bMacintosh\b|\bDarwin\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: Names, userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** The program of a User-Agent in words; `null`: an unknown one. */
export const programOf = (userAgent: string): string | null => nameIn(PROGRAMS, userAgent);

/** The operating system of a User-Agent; `null`: it does not say. */
export const systemOf = (userAgent: string): string | null => nameIn(SYSTEMS, userAgent);

/** An update changes the numbers of a User-Agent, and is no new device. */
export const withoutVersions = (userAgent: string): string => userAgent.replace(/[\d._]+/g, '');
