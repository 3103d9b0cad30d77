import type { IncomingMessage } from 'node:http';

/** A parser that goes on takes the bytes that have come within the same turn of the event loop. */
const CHECK_MS = 100;
const STILL_CHECKS = 5;

/** The parser of forms waits for a reader of a part that it skips itself: a long one without a name. */
class FormStandsStill extends Error {
  readonly statusCode = 400;

  constructor() {
    super('A part of the form is skipped and never ends');
  }
}

/**
 * The parts of a form as they come. Each must have been read when the next is asked for.
 * @throws FormStandsStill where bytes have come and no part comes of them
 */
export async function* incomingParts<T>(body: IncomingMessage, parts: AsyncIterator<T>): AsyncGenerator<T> {
  for (;;) {
    const step = await orStandstill(body, parts.next());
    if (step.done) return;
    yield step.value;
  }
}

async function orStandstill<T>(body: IncomingMessage, next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const standstill = new Promise<never>((_, reject) => {
    let still = 0;
    timer = setInterval(() => {
      still = body.readableEnded || body.readableLength > 0 ? still + 1 : 0;
      if (still >= STILL_CHECKS) reject(new FormStandsStill());
    }, CHECK_MS);
  });
  try {
    return await Promise.race([next, standstill]);
  } finally {
    clearInterval(timer);
  }
}
