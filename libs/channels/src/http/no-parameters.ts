import { Allow } from 'class-validator';

/** The request of an operation without parameters: whatever is sent is reported as not understood. */
export class NoParameters {
  /** class-validator refuses objects of classes that it knows nothing about. */
  @Allow()
  readonly nothing?: undefined;
}
