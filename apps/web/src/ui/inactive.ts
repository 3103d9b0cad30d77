interface Inactive {
  readonly 'aria-disabled'?: boolean;
  readonly onClick?: (event: Event) => void;
}

/**
 * Makes a button do nothing, such as while its request runs. It keeps the focus, which browsers take from one that is
 * `disabled`. Comes after the button's own `onClick`.
 */
export const inactive = (isInactive: boolean | undefined): Inactive =>
  isInactive ? { 'aria-disabled': true, onClick: (event) => event.preventDefault() } : {};
