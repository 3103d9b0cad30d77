import { Injectable } from '@nestjs/common';

/** What one transaction of a move does at most: less than 100 ms of work on a quiet machine. */
@Injectable()
export class MoveLimits {
  /** Messages that change their place. */
  messages = 250;
  /** Users whose visibility policies change. */
  users = 250;
}
