export { CommandFailed } from '@app/platform';
