import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { HomeController } from './home.controller';

@Module({ imports: [AuthenticationModule, OrganizationsModule], controllers: [HomeController] })
export class HomeModule {}
