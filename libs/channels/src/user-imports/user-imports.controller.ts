import { idIn } from '@app/kernel';
import {
  type Actor,
  CurrentActor,
  HumansOnly,
  Operation,
  Parameters,
  type SmallFile,
  TakesFile,
  WholeFile,
} from '@app/platform';
import { assertAdministrator } from '@app/identity';
import { Controller, Param } from '@nestjs/common';
import { ImportJobs } from './import-jobs.service';
import { changesOf } from './import-plan';
import type { ImportProgress } from './import-progress';
import { ImportProgressResponse, ImportUsersRequest, ImportUsersResponse } from './user-imports.dto';
import { type CheckedImport, UserImports } from './user-imports.service';
import { MAX_BYTES } from './user-row';

const OF_ADMINISTRATORS = {
  section: "Parley's own docs/administrators.md",
  tag: 'users',
  errors: ['UNAUTHORIZED_PRINCIPAL' as const],
};

@HumansOnly()
@Controller('api/v1')
export class UserImportsController {
  constructor(
    private readonly imports: UserImports,
    private readonly jobs: ImportJobs,
  ) {}

  @Operation('POST', 'users/import', {
    summary: 'Create, change, deactivate and reactivate people by a file, for administrators',
    request: ImportUsersRequest,
    response: ImportUsersResponse,
    ...OF_ADMINISTRATORS,
  })
  @TakesFile({ limitMib: MAX_BYTES / 1024 / 1024, complaint: 'You must upload exactly one file.' })
  async begin(
    @CurrentActor() actor: Actor,
    @WholeFile() { content }: SmallFile,
    @Parameters() { dry_run: isDry }: ImportUsersRequest,
  ): Promise<ImportUsersResponse> {
    assertAdministrator(actor);
    const checked = await this.imports.check(actor, content);
    if (isDry) return { total: checked.rows.length, done: 0, failure: null, ...described(checked) };
    return { ...progressOf(await this.jobs.begin(actor, checked)), ...described(checked) };
  }

  @Operation('GET', 'users/imports/:import_id', {
    summary: 'Get how far an import of people is, for administrators',
    response: ImportProgressResponse,
    ...OF_ADMINISTRATORS,
  })
  async progress(@CurrentActor() actor: Actor, @Param('import_id') id: string): Promise<ImportProgressResponse> {
    assertAdministrator(actor);
    return progressOf(await this.jobs.progress(actor.organizationId, idIn(id) ?? 0));
  }
}

const progressOf = ({ id, total, done, failure }: ImportProgress) => ({ import_id: id, total, done, failure });

const described = ({ steps, faults }: CheckedImport): Pick<ImportUsersResponse, 'lines' | 'errors'> => ({
  lines: steps.map((step) => ({
    line: step.line,
    email: step.email,
    action: step.action,
    changes: changesOf(step),
  })),
  errors: faults.map(({ line, message }) => ({ line, message })),
});
