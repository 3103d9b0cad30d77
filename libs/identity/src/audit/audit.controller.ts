import { Actor, CurrentActor, Heavy, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { Audit } from './audit.service';
import type { AuditEntry } from './audit-entry';
import { AuditEntryDto, AuditLogRequest, AuditLogResponse } from './audit.dto';

const published = ({ sequence, at, hash, ...entry }: AuditEntry): AuditEntryDto => ({
  id: sequence,
  time: at / 1_000,
  actor_id: entry.actorId,
  client: entry.client,
  address: entry.address,
  action: entry.action,
  object_type: entry.objectType,
  object_id: entry.objectId,
  before: entry.before,
  after: entry.after,
  hash: hash.toString('hex'),
});

@Controller('api/v1')
export class AuditController {
  constructor(private readonly audit: Audit) {}

  @Heavy()
  @Operation('GET', 'audit_log', {
    summary: 'Get the log of administrative changes, for owners',
    section: "Parley's own docs/adr/0007-audit-log.md",
    tag: 'audit log',
    request: AuditLogRequest,
    response: AuditLogResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor, @Parameters() request: AuditLogRequest): Promise<AuditLogResponse> {
    const filter = {
      actorId: request.actor_id,
      action: request.action,
      objectType: request.object_type,
      objectId: request.object_id,
      since: request.since,
      until: request.until,
      before: request.before_id,
    };
    const { entries, isLast } = await this.audit.read(actor, filter, request.limit);
    return { entries: entries.map(published), found_oldest: isLast };
  }
}
