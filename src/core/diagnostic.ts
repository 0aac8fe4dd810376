/** One finding about a definition. `rule` is stable and documented; `line` and `column` count from 1. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  /** JSON pointer of the value inside the file; empty for the whole file. */
  readonly pointer: string;
  readonly suggestion?: string;
  /** Set until a run's end: where it was written, when a fragment or a shared action brought it to `file`. */
  readonly origin?: { readonly file: string; readonly pointer: string };
}

/** `screens/a.json:14:21 error unknown-column "medain" is not returned by a.sql. Did you mean "median"?` */
export function formatDiagnostic(d: Diagnostic): string {
  const hint = d.suggestion ? ` ${d.suggestion}` : '';
  return `${d.file}:${d.line}:${d.column} ${d.severity} ${d.rule} ${d.message}${hint}`;
}

export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    a.file.localeCompare(b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    a.rule.localeCompare(b.rule) ||
    a.message.localeCompare(b.message)
  );
}
