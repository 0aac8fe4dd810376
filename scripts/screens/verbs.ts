import { checkVerb } from './check-verb.ts';
import { fmtVerb } from './fmt.ts';
import { migrateVerb } from './migrate.ts';
import { newVerb } from './new.ts';
import { overlayVerb } from './overlay.ts';
import { renderVerb } from './render-verb.ts';
import { tablesVerb } from './tables.ts';
import { usesVerb } from './uses.ts';
import type { Verb } from './verb.ts';

/** All verbs, in the order of an analyst's day. */
export const verbs: readonly Verb[] = [
  tablesVerb,
  newVerb,
  checkVerb,
  fmtVerb,
  usesVerb,
  overlayVerb,
  renderVerb,
  migrateVerb,
];
