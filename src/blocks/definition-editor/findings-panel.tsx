import type { Diagnostic } from '#src/core/diagnostic.ts';

/** All findings of the text and of what it would break elsewhere; one of the text leads to its place. */
export function FindingsPanel({
  findings,
  path,
  onOpen,
}: {
  readonly findings: readonly Diagnostic[];
  readonly path: string;
  readonly onOpen: (finding: Diagnostic) => void;
}) {
  if (findings.length === 0) return <div className="cad-empty">No findings: this definition is right.</div>;
  return (
    <ul className="cad-findings">
      {findings.map((finding) => (
        <li
          key={`${finding.file} ${finding.pointer} ${finding.rule} ${finding.message}`}
          data-severity={finding.severity}
        >
          <p>
            <strong>{finding.severity === 'error' ? 'Error' : 'Warning'}</strong> {finding.message}
            {finding.suggestion ? ` ${finding.suggestion}` : ''}
          </p>
          <p className="cad-muted">
            {finding.file === path ? (
              <button type="button" className="cad-button" onClick={() => onOpen(finding)}>
                Line {finding.line}, column {finding.column}
              </button>
            ) : (
              `${finding.file}, line ${finding.line}`
            )}{' '}
            <code>{finding.rule}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}
