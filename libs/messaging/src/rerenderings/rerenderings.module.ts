import { Module } from '@nestjs/common';
import { RerenderingRepository } from './rerendering.repository';
import { Rerenderings } from './rerenderings.service';

@Module({
  providers: [RerenderingRepository, Rerenderings],
  exports: [Rerenderings],
})
export class RerenderingsModule {}
