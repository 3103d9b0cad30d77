import { createCipheriv, createHash, randomBytes } from 'node:crypto';

const SHAPE = /^[0-9a-f]{64}$/i;
const IV_BYTES = 12;

/** The kinds of apps that wait for a login in a browser, and the parameters that have their pads. */
const PARAMETERS = { mobile: 'mobile_flow_otp', desktop: 'desktop_flow_otp' } as const;
export type PadKind = keyof typeof PARAMETERS;

/** What an app gives to the browser, by the names of the parameters. */
export type GivenPads = Readonly<Record<(typeof PARAMETERS)[PadKind], string | null>>;

/** 32 random bytes that an app made. They encrypt what leads the app in, on its way through a browser. */
export class OneTimePad {
  private constructor(
    private readonly bytes: Buffer,
    readonly kind: PadKind,
  ) {}

  /** `null`: not 64 hexadecimal digits. */
  static from(hex: string, kind: PadKind = 'mobile'): OneTimePad | null {
    return SHAPE.test(hex) ? new OneTimePad(Buffer.from(hex, 'hex'), kind) : null;
  }

  /** `null`: no app waits. `undefined`: what is given is no pad, or is one of each kind. */
  static among({ mobile_flow_otp: mobile, desktop_flow_otp: desktop }: GivenPads): OneTimePad | null | undefined {
    if (mobile !== null && desktop !== null) return undefined;
    if (mobile !== null) return OneTimePad.from(mobile, 'mobile') ?? undefined;
    return desktop === null ? null : (OneTimePad.from(desktop, 'desktop') ?? undefined);
  }

  get hex(): string {
    return this.bytes.toString('hex');
  }

  /** The parameter that has the pad on its way through pages. */
  get parameter(): keyof GivenPads {
    return PARAMETERS[this.kind];
  }

  /** Identifies a used pad. */
  get hash(): Buffer {
    return createHash('sha256').update(this.bytes).digest();
  }

  /** The encrypted key in hexadecimal. A key has as many characters as the pad has bytes. */
  encrypt(apiKey: string): string {
    const key = Buffer.from(apiKey, 'ascii');
    return Buffer.from(this.bytes.map((byte, index) => byte ^ key[index]!)).toString('hex');
  }

  /** The text as the desktop app reads it from the clipboard: AES-256-GCM, in hexadecimal, with its IV and its tag. */
  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.bytes, iv);
    const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('hex');
  }
}
