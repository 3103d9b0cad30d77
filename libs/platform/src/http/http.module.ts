import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { PoolMeasurements } from '../database/pool-measurements';
import { TransactionMeasurements } from '../database/transaction-measurements';
import { Metrics } from '../metrics/metrics';
import { AuthenticationGuard, BasicAuthentication } from './authentication';
import { Cookies } from './cookies';
import { Csrf } from './csrf';
import { Renewal } from '../process/renewal';
import { Draining } from './draining';
import { HeavyRequests } from './heavy-requests';
import { RateLimitRepository } from './rate-limit.repository';
import { RateLimitSweep } from './rate-limit-sweep';
import { RateLimits } from './rate-limits';
import { Routes } from './routes';

/** Needs an `Authenticator`, which identity provides globally. */
@Global()
@Module({
  imports: [PassportModule],
  providers: [
    Routes,
    RateLimitRepository,
    RateLimits,
    RateLimitSweep,
    HeavyRequests,
    Metrics,
    PoolMeasurements,
    TransactionMeasurements,
    BasicAuthentication,
    Cookies,
    Csrf,
    Draining,
    Renewal,
    AuthenticationGuard,
    { provide: APP_GUARD, useExisting: AuthenticationGuard },
  ],
  exports: [AuthenticationGuard, Cookies, Csrf, Draining, Renewal, Routes, RateLimits, Metrics],
})
export class HttpModule {}
