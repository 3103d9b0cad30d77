import { Module } from '@nestjs/common';
import { DevicesModule } from './devices/devices.module';
import { NotificationsModule } from './notifications/notifications.module';
import { RelayModule } from './relay/relay.module';
import { StatusModule } from './status/status.module';
import { TokensModule } from './tokens/tokens.module';

/** The nouns of this context. */
@Module({ imports: [RelayModule, DevicesModule, TokensModule, NotificationsModule, StatusModule] })
export class PushModule {}
