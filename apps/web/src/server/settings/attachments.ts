import type { ResponseOf, Connection } from '@parley/client';
import { Refusal, refusalOf } from '../refusal';

export type OwnAttachments = ResponseOf<'GET attachments'>;
export type Attachment = OwnAttachments['attachments'][number];

/** The files that the user has uploaded. */
export class Attachments {
  constructor(private readonly connection: Connection) {}

  own(): Promise<OwnAttachments> {
    return this.connection.request('GET attachments', {});
  }

  remove(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE attachments/{attachment_id}', { attachment_id: id }));
  }
}
