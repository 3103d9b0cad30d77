import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { TestMailsController } from './test-mails.controller';
import { TestMails } from './test-mails.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [TestMailsController],
  providers: [TestMails],
})
export class TestMailsModule {}
