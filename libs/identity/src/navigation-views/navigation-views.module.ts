import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NavigationViewClientEvents } from './navigation-view.client-events';
import { NavigationViewRepository } from './navigation-view.repository';
import { NavigationViewsController } from './navigation-views.controller';
import { NavigationViews } from './navigation-views.service';
import { NavigationViewEntity } from './navigation-view.entity';

@Module({
  imports: [TypeOrmModule.forFeature([NavigationViewEntity]), RealtimeModule],
  controllers: [NavigationViewsController],
  providers: [NavigationViewClientEvents, NavigationViewRepository, NavigationViews],
})
export class NavigationViewsModule {}
