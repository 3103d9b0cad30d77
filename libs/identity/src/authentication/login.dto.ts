import { Flag, Text } from '@app/platform';

/** The query parameters of the login page. */
export class LoginPageRequest {
  @Text({ doc: 'A path of this server to go to afterwards.', maxLength: 2_000, required: false })
  next: string | null = null;

  @Text({
    doc: 'The one-time pad of an app that waits for its key: 64 hexadecimal digits.',
    maxLength: 200,
    required: false,
  })
  mobile_flow_otp: string | null = null;

  @Text({
    doc: 'The one-time pad of a desktop app that waits for its session: 64 hexadecimal digits.',
    maxLength: 200,
    required: false,
  })
  desktop_flow_otp: string | null = null;

  @Flag({ doc: 'Log in again although there is a session: a new login is fresh.', required: false })
  again = false;
}

/** The submitted login form. */
export class LoginFormRequest extends LoginPageRequest {
  @Text({ doc: 'A path of this server to go to afterwards.', maxLength: 2_000, required: false })
  override next: string | null = null;

  @Text({
    doc: 'The one-time pad of an app that waits for its key: 64 hexadecimal digits.',
    maxLength: 200,
    required: false,
  })
  override mobile_flow_otp: string | null = null;

  @Text({
    doc: 'The one-time pad of a desktop app that waits for its session: 64 hexadecimal digits.',
    maxLength: 200,
    required: false,
  })
  override desktop_flow_otp: string | null = null;

  /** Absent: a user with a session continues with it. */
  @Text({ doc: 'The real e-mail address of the account.', maxLength: 254, required: false })
  username: string | null = null;

  @Text({ doc: 'The password of the account.', maxLength: 1_000, required: false })
  password: string | null = null;
}
