import { OutboundExchanges } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { XmlIsRefused } from './protocol/xml';

/** Reads metadata where a provider publishes them. Call it outside of transactions: a provider may be slow. */
@Injectable()
export class MetadataReader {
  constructor(private readonly exchanges: OutboundExchanges) {}

  /** @throws OutboundIsRefused, OutboundFailed, XmlIsRefused */
  async read(url: string): Promise<string> {
    const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml' };
    const { status, body } = await this.exchanges.ask({ url, method: 'GET', headers });
    if (status !== 200) throw new XmlIsRefused(`the address answers with ${status}`);
    return body.toString('utf8');
  }
}
