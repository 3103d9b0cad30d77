import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { ExternalPictureAddresses } from './external-picture-addresses.service';
import { ExternalPicturesController } from './external-pictures.controller';
import { ExternalPictures } from './external-pictures.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [ExternalPicturesController],
  providers: [ExternalPictureAddresses, ExternalPictures],
  exports: [ExternalPictureAddresses],
})
export class ExternalPicturesModule {}
