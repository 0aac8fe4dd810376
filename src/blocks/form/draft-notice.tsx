import { formatValue } from '#src/core/format.ts';

/** `14:05` of today, else with its day. */
function timeOf(savedAt: string): string {
  const [day = '', time = ''] = formatValue('datetime', savedAt).split(' ');
  const [today] = formatValue('datetime', new Date().toISOString()).split(' ');
  return day === today ? time : `${day} ${time}`;
}

/** What was typed before and not saved, to be taken up again or given up. */
export function DraftNotice({
  savedAt,
  stale,
  onRestore,
  onDiscard,
}: {
  readonly savedAt: string;
  /** The record was saved since by somebody. */
  readonly stale: boolean;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <div className="cad-form-draft" role="status">
      <p>
        You have unsaved changes of {timeOf(savedAt)}.
        {stale ? ' The record was saved since: saving them will ask which state holds.' : ''}
      </p>
      <div className="cad-form-draft-buttons">
        <button type="button" className="cad-button" onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="cad-button" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </div>
  );
}
