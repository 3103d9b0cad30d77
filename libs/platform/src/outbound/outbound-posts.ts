import { Injectable } from '@nestjs/common';
import { Destinations } from './destinations';
import { OutboundFailed, OutboundIsRefused } from './errors';
import { exchange } from './exchange';

const DEADLINE_MS = 10_000;

export interface OutboundPost {
  /** Absolute; encrypted unless the origin is trusted. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The operator's own origins. They may have any address and port. */
  readonly trustedOrigins?: readonly string[];
  /** For everything together, names included. Default: ten seconds. */
  readonly deadlineMs?: number;
  /** Ends it before its deadline. */
  readonly signal?: AbortSignal;
}

export interface OutboundReceipt {
  readonly status: number;
  /** The header of that name, or null. */
  readonly retryAfter: string | null;
}

/**
 * Hands something in at an address that others have named, as guarded as what `Outbound` fetches: public addresses only,
 * the very one that was checked. No redirect is followed, and of the answer nothing but its head is read.
 */
@Injectable()
export class OutboundPosts {
  constructor(private readonly destinations: Destinations) {}

  /** @throws OutboundIsRefused, OutboundFailed */
  async post({ url, headers, body, trustedOrigins = [], deadlineMs, signal }: OutboundPost): Promise<OutboundReceipt> {
    if (!URL.canParse(url)) throw new OutboundIsRefused('this is no address');
    const at = new URL(url);
    const deadline = AbortSignal.timeout(deadlineMs ?? DEADLINE_MS);
    const end = signal ? AbortSignal.any([deadline, signal]) : deadline;
    try {
      const addresses = trustedOrigins.includes(at.origin) ? null : await this.checkedAddresses(at, end);
      const response = await exchange(at, addresses, { method: 'POST', headers, body, signal: end });
      response.destroy();
      return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
    } catch (error) {
      if (error instanceof OutboundIsRefused || error instanceof OutboundFailed) throw error;
      throw new OutboundFailed((error as Error).message, false);
    }
  }

  private checkedAddresses(url: URL, signal: AbortSignal) {
    if (url.protocol !== 'https:') throw new OutboundIsRefused('only encrypted addresses are asked');
    this.destinations.assertMayAsk(url);
    return this.destinations.addressesOf(url, signal);
  }
}
