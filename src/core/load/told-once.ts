// A mistake in a fragment is found once for every screen that uses it; a person is told once, at the place in its file.
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';

/** Moves findings to where they were written, folds those that several screens share, and sorts them. */
export function toldOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const folded = new Map<string, { readonly finding: Diagnostic; readonly screens: Set<string> }>();
  const told: Diagnostic[] = [];
  for (const { origin, ...finding } of diagnostics) {
    if (!origin || origin.file === finding.file) {
      told.push(origin ? { ...finding, pointer: origin.pointer } : finding);
      continue;
    }
    const moved = { ...finding, ...origin };
    const key = JSON.stringify([moved.file, moved.line, moved.column, moved.rule, moved.message]);
    const known = folded.get(key);
    if (known) known.screens.add(finding.file);
    else folded.set(key, { finding: moved, screens: new Set([finding.file]) });
  }
  for (const { finding, screens } of folded.values()) {
    const [first, ...more] = [...screens].sort();
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    told.push({ ...finding, message: `${finding.message} Found through ${first}${others}.` });
  }
  return told.sort(compareDiagnostics);
}
