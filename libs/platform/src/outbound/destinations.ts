import { Injectable } from '@nestjs/common';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { OutboundFailed, OutboundIsRefused } from './errors';
import { isGlobalAddress } from './global-address';

/** An address that was looked at and may be connected to. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Where this server may send requests of others' making: to the public Internet, on the ports that browsers use when none
 * is named. The connection uses the addresses that were checked and resolves no name again.
 */
@Injectable()
export class Destinations {
  /** @throws OutboundIsRefused */
  assertMayAsk({ protocol, port, username, password, hostname }: URL): void {
    if (protocol !== 'http:' && protocol !== 'https:') throw new OutboundIsRefused('only web addresses are asked');
    if (username !== '' || password !== '') throw new OutboundIsRefused('addresses with credentials are not asked');
    if (hostname === '') throw new OutboundIsRefused('the address names no host');
    if (!this.allowsPort(port)) throw new OutboundIsRefused(`the port ${port} is not asked`);
  }

  /**
   * The addresses of a host that may be connected to; at least one.
   * @throws OutboundIsRefused, OutboundFailed, or the signal's reason
   */
  async addressesOf({ hostname }: URL, signal: AbortSignal): Promise<CheckedAddress[]> {
    const bare = hostname.replace(/^\[(.*)\]$/, '$1');
    const all = isIP(bare) ? [bare] : await this.resolve(bare, signal);
    const checked = all.filter((address) => this.allows(address));
    if (checked.length === 0) throw new OutboundIsRefused(`${hostname} has no public address`);
    return checked.map((address) => ({ address, family: isIP(address) as 4 | 6 }));
  }

  allows(address: string): boolean {
    return isGlobalAddress(address);
  }

  /** Empty: the protocol's own. */
  protected allowsPort(port: string): boolean {
    return port === '';
  }

  /** By the name servers alone: the host's own files name what is not public. */
  protected async resolve(name: string, signal: AbortSignal): Promise<string[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      signal.throwIfAborted();
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length === 0) throw new OutboundFailed(`the name ${name} is not known`, answers.every(isUnknownName));
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

const isUnknownName = (answer: PromiseSettledResult<unknown>): boolean =>
  answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes((answer.reason as { code?: string }).code ?? '');
