import { formatValue } from '#src/core/format.ts';
import type { Version } from './answers.ts';

const told: { readonly [action: string]: string } = {
  publish: 'published',
  rollback: 'rolled back',
  withdraw: 'put the file in force again',
};

/** Who put what in force, when and why. */
export function HistoryPanel({
  versions,
  current,
  hasFile,
  busy,
  onRollBack,
  onFile,
}: {
  readonly versions: readonly Version[];
  /** Version in force; null while the file is. */
  readonly current: number | null;
  /** Whether the repository has the definition, too. */
  readonly hasFile: boolean;
  readonly busy: boolean;
  readonly onRollBack: (version: Version) => void;
  readonly onFile: () => void;
}) {
  if (versions.length === 0)
    return (
      <div className="cad-empty">
        Nothing has been published here yet: the file of the repository is in force.
      </div>
    );
  return (
    <ol className="cad-versions">
      {versions.map((version) => (
        <li key={version.version} aria-current={version.version === current ? 'true' : undefined}>
          <p>
            <strong>Version {version.version}</strong>
            {version.version === current ? ' (in force)' : ''}{' '}
            <time dateTime={version.at}>{formatValue('datetime', version.at)}</time>
          </p>
          <p>
            {version.by ?? 'The system'} {told[version.action] ?? version.action}: {version.note}
          </p>
          {version.hasText && version.version !== current ? (
            <button type="button" className="cad-button" disabled={busy} onClick={() => onRollBack(version)}>
              Roll back to version {version.version}
            </button>
          ) : null}
        </li>
      ))}
      {hasFile ? (
        <li aria-current={current === null ? 'true' : undefined}>
          <p>
            <strong>Version 0: the file</strong>
            {current === null ? ' (in force)' : ''} of the repository
          </p>
          {current === null ? null : (
            <button type="button" className="cad-button" disabled={busy} onClick={onFile}>
              Put the file in force again
            </button>
          )}
        </li>
      ) : null}
    </ol>
  );
}
