import { ResponseOf, Connection, OperationName, ParametersOf, RequestOptions, RequestRefused } from '@parley/client';
import { signal } from '@preact/signals';

/** The code of the server when the login is too long ago for an action. */
const NEEDS_FRESH_LOGIN = 'REAUTHENTICATION_REQUIRED';

/** The user is asked to prove who they are. @param hasProved whether that went well; false: not now */
type Question = (hasProved: boolean) => void;

/** Asks the user for a proof, and says whether there was one. A view shows the form while it is mounted. */
export class Reauthentication {
  readonly question = signal<Question | null>(null);
  /** A view can show the form. */
  isShown = false;

  async ask(): Promise<boolean> {
    if (!this.isShown || this.question.peek() !== null) return false;
    return new Promise((resolve) => {
      this.question.value = (hasProved) => {
        this.question.value = null;
        resolve(hasProved);
      };
    });
  }
}

/** Requests with the session of this browser. What needs a fresh login is sent again when the user has proved it. */
export class FreshConnection extends Connection {
  readonly reauthentication = new Reauthentication();

  override async request<Name extends OperationName>(
    name: Name,
    parameters: ParametersOf<Name>,
    options: RequestOptions = {},
  ): Promise<ResponseOf<Name>> {
    try {
      return await super.request(name, parameters, options);
    } catch (error) {
      const isStale = error instanceof RequestRefused && error.code === NEEDS_FRESH_LOGIN;
      if (!isStale || name === 'POST users/me/reauthentication' || !(await this.reauthentication.ask())) throw error;
      return super.request(name, parameters, options);
    }
  }
}
