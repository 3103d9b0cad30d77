import { ChannelsContextModule } from '@app/channels';
import { DraftsContextModule } from '@app/drafts';
import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { ModerationModule } from '@app/moderation';
import { Config, PlatformModule } from '@app/platform';
import { PushModule } from '@app/push';
import { RealtimeModule } from '@app/realtime';
import { SignInModule } from '@app/sign-in';
import { DynamicModule, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller';

/** The complete list of modules of the server. */
@Module({})
export class ServerModule {
  static with(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: ServerModule,
      imports: [
        PlatformModule.with(config, databaseUrl),
        TerminusModule,
        RealtimeModule,
        IdentityModule,
        SignInModule,
        ChannelsContextModule,
        MessagingModule,
        DraftsContextModule,
        ModerationModule,
        PushModule,
      ],
      controllers: [HealthController],
    };
  }
}
