import { Module } from '@nestjs/common';
import { ReportsModule } from './reports/reports.module';

/** The nouns of this context. */
@Module({ imports: [ReportsModule] })
export class ModerationModule {}
