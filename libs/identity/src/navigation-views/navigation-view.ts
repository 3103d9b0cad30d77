import {
  BuiltInViewHasNoName,
  CustomViewNeedsName,
  NavigationViewExistsAlready,
  NavigationViewIsIncomplete,
  NavigationViewNameIsTaken,
} from './navigation-view.errors';

/** An entry in the sidebar of a user's clients. */
export interface NavigationView {
  /** The part of the address after `#`. It identifies the view among the user's views. */
  readonly fragment: string;
  readonly isPinned: boolean;
  /** `null`: a built-in view, which clients name themselves. */
  readonly name: string | null;
}

/** Views that every client has. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
]);

/**
 * The view as it is stored: without white space around its texts.
 * @throws NavigationViewIsIncomplete, BuiltInViewHasNoName, CustomViewNeedsName
 */
export function newView({ fragment: given, isPinned, name: called }: NavigationView): NavigationView {
  const fragment = given.trim();
  if (fragment === '') throw new NavigationViewIsIncomplete('fragment');
  const name = called === null ? null : nameOf(fragment, called);
  if (name === null && !BUILT_IN.has(fragment)) throw new CustomViewNeedsName();
  return { fragment, isPinned, name };
}

/**
 * The view with another name, or pinned or unpinned. Absent fields stay as they are.
 * @throws NavigationViewIsIncomplete, BuiltInViewHasNoName
 */
export function changedView(view: NavigationView, patch: Partial<Omit<NavigationView, 'fragment'>>): NavigationView {
  const name = typeof patch.name === 'string' ? nameOf(view.fragment, patch.name) : view.name;
  return { ...view, isPinned: patch.isPinned ?? view.isPinned, name };
}

/** @throws NavigationViewExistsAlready, NavigationViewNameIsTaken */
export function assertIsUnlike(others: readonly NavigationView[], view: NavigationView): void {
  if (others.some(({ fragment }) => fragment === view.fragment)) throw new NavigationViewExistsAlready();
  if (view.name !== null && others.some(({ name }) => name === view.name)) throw new NavigationViewNameIsTaken();
}

function nameOf(fragment: string, written: string): string {
  if (BUILT_IN.has(fragment)) throw new BuiltInViewHasNoName();
  const name = written.trim();
  if (name === '') throw new NavigationViewIsIncomplete('name');
  return name;
}
