/** The sign-in context: second factors. Other contexts import only this file. */
export { SignInModule } from './sign-in.module';
