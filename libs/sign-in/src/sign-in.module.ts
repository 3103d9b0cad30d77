import { Module } from '@nestjs/common';
import { SecondFactorsModule } from './second-factors/second-factors.module';

/** The nouns of this context. */
@Module({ imports: [SecondFactorsModule] })
export class SignInModule {}
