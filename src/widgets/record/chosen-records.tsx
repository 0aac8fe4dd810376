import { Link } from 'react-router-dom';
import { goneText, useRecordName } from '#src/render/record-names.ts';
import { useRecordHref } from '#src/render/record-page.ts';

/** Enough to see what was chosen; a pasted list of thousands is told by its count. */
const mostShown = 20;

/** What is chosen of many, each with a button that takes it away. */
export function ChosenRecords({
  label,
  list,
  chosen,
  onRemove,
}: {
  readonly label: string;
  readonly list: string;
  readonly chosen: readonly number[];
  /** Null where nothing may be taken away. */
  readonly onRemove: ((id: number) => void) | null;
}) {
  const rest = chosen.length - mostShown;
  return (
    <ul className="cad-tokens" aria-label={`${label}: chosen`}>
      {chosen.slice(0, mostShown).map((id) => (
        <Token key={id} list={list} id={id} onRemove={onRemove} />
      ))}
      {rest > 0 ? <li className="cad-token">and {rest.toLocaleString('en-AU')} more</li> : null}
    </ul>
  );
}

function Token({
  list,
  id,
  onRemove,
}: {
  readonly list: string;
  readonly id: number;
  readonly onRemove: ((id: number) => void) | null;
}) {
  const name = useRecordName({ list, id });
  const known = typeof name === 'object' && name ? name : null;
  const text = name === 'gone' ? goneText : (known?.text ?? '');
  return (
    <li className="cad-token">
      {id} {text}
      {onRemove ? (
        <button type="button" aria-label={`Remove ${known?.label ?? id}`} onClick={() => onRemove(id)}>
          ×
        </button>
      ) : null}
    </li>
  );
}

/** Under the input of one record: the way to its page, or that it is not there. What is stored stays. */
export function ChosenRecord({
  id,
  list,
  noteId,
}: {
  readonly id: number;
  readonly list: string;
  readonly noteId: string;
}) {
  const name = useRecordName({ list, id });
  const href = useRecordHref()({ list, id });
  if (name === 'gone')
    return (
      <span id={noteId} className="cad-record-note">
        {id} {goneText}. It stays until you choose another.
      </span>
    );
  if (typeof name !== 'object' || name === null || !href) return null;
  return (
    <Link className="cad-record-open" to={href}>
      Open {name.label}
    </Link>
  );
}
