import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PoolMeasurements } from '../database/connections/pool-measurements';
import { ReplicaMeasurements } from '../database/replica/replica-measurements';
import { TransactionMeasurements } from '../database/transactions/transaction-measurements';
import { Metrics } from '../metrics/metrics';
import { AuthenticationGuard } from './authentication/authentication';
import { Cookies } from './authentication/cookies';
import { Csrf } from './authentication/csrf';
import { Renewal } from '../process/renewal';
import { Draining } from './draining';
import { HeavyRequests } from './admission/heavy-requests';
import { RateLimitRepository } from './admission/rate-limit.repository';
import { RateLimitSweep } from './admission/rate-limit-sweep';
import { RateLimits } from './admission/rate-limits';
import { BrowserClient } from './pages/browser-client';
import { Routes } from './routes';
import { FastPaths } from './fast-paths';

/** Needs an `Authenticator`, which identity provides globally. */
@Global()
@Module({
  providers: [
    Routes,
    RateLimitRepository,
    RateLimits,
    RateLimitSweep,
    HeavyRequests,
    Metrics,
    PoolMeasurements,
    ReplicaMeasurements,
    TransactionMeasurements,
    BrowserClient,
    Cookies,
    Csrf,
    Draining,
    Renewal,
    FastPaths,
    AuthenticationGuard,
    { provide: APP_GUARD, useExisting: AuthenticationGuard },
  ],
  exports: [
    AuthenticationGuard,
    BrowserClient,
    Cookies,
    Csrf,
    Draining,
    Renewal,
    Routes,
    RateLimits,
    Metrics,
    FastPaths,
  ],
})
export class HttpModule {}
