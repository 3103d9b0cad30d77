import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { RelayModule } from '../relay/relay.module';
import { DeviceTokenRepository } from './device-token.repository';
import { DeviceTokensController } from './device-tokens.controller';
import { DeviceTokens } from './device-tokens.service';
import { LegacyDevices } from './legacy-devices.service';
import { PushIdentities } from './push-identities.service';
import { TokenRegistrations } from './token-registrations.service';
import { TokenTests } from './token-tests.service';

/** Devices that receive unencrypted notifications, identified by tokens of Apple and Google. */
@Module({
  imports: [IdentityModule, DevicesModule, RelayModule],
  controllers: [DeviceTokensController],
  providers: [DeviceTokenRepository, DeviceTokens, LegacyDevices, PushIdentities, TokenRegistrations, TokenTests],
  exports: [LegacyDevices],
})
export class TokensModule {}
