import { Injectable } from '@nestjs/common';

/** The limits of one transaction of a move, which takes less than 100 ms on an idle machine. */
@Injectable()
export class MoveLimits {
  /** The number of moved messages. */
  messages = 250;
  /** The number of users whose topic policies change. */
  users = 250;
}
