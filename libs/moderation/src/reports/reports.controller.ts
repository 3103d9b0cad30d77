import { idIn } from '@app/kernel';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Reports } from './reports.service';
import { Report, reportContent } from './report';
import {
  ChangeReportRequest,
  ChangeReportResponse,
  ListReportsRequest,
  ListReportsResponse,
  ReportDto,
  ReportMessageRequest,
} from './report.dto';

const OWN = "Parley's own, the moderators' side of docs/protocol/moderation.md";
const TAG = 'moderation';

@Controller('api/v1')
export class ReportsController {
  constructor(private readonly reports: Reports) {}

  @Operation('POST', 'messages/:message_id/report', {
    summary: 'Report a message to the moderators',
    section: 'docs/protocol/moderation.md',
    tag: TAG,
    request: ReportMessageRequest,
  })
  async report(
    @CurrentActor() actor: Actor,
    @Param('message_id') id: string,
    @Parameters() { report_type: reason, description }: ReportMessageRequest,
  ): Promise<object> {
    await this.reports.report(actor, idOrNone(id), reportContent(reason, description));
    return {};
  }

  @Operation('GET', 'moderation/reports', {
    summary: 'List reports, for moderators',
    section: OWN,
    tag: TAG,
    request: ListReportsRequest,
    response: ListReportsResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor, @Parameters() request: ListReportsRequest): Promise<ListReportsResponse> {
    const filter = { state: request.status, before: request.before_id };
    const { reports, isLast } = await this.reports.list(actor, filter, request.limit);
    return { reports: reports.map(published), found_oldest: isLast };
  }

  @Operation('PATCH', 'moderation/reports/:report_id', {
    summary: 'Deal with a report, for moderators',
    section: OWN,
    tag: TAG,
    request: ChangeReportRequest,
    response: ChangeReportResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('report_id') id: string,
    @Parameters() { status, note }: ChangeReportRequest,
  ): Promise<ChangeReportResponse> {
    const patch = { isResolved: status === 'resolved', note };
    return { report: published(await this.reports.change(actor, idOrNone(id), patch)) };
  }
}

/** An invalid id becomes 0, which no report has. So errors of permission precede the error about the id. */
const idOrNone = (path: string): number => idIn(path) ?? 0;

const published = (report: Report): ReportDto => ({
  id: report.id,
  message_id: report.messageId,
  sender_id: report.senderId,
  reporter_id: report.reporterId,
  report_type: report.reason,
  description: report.description,
  reported_at: report.reportedAt,
  status: report.resolution ? 'resolved' : 'open',
  resolved_by: report.resolution?.resolverId ?? null,
  resolved_at: report.resolution?.resolvedAt ?? null,
  note: report.note,
});
