import type { ManyRequest } from '#src/render/many-records.ts';
import type { Result, ShownRow } from './calls.ts';

export function counted(count: number, { one, more }: Pick<ManyRequest, 'one' | 'more'>): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : more}`;
}

const tense = {
  shown: { done: 'will be changed', refused: 'will stay as they are', heading: 'What will change' },
  done: { done: 'changed', refused: 'not changed', heading: 'What was changed' },
} as const;

/** The counts, what cannot be done with its reason, and the first of what is. */
export function ResultView({
  request,
  result,
  when,
}: {
  readonly request: ManyRequest;
  readonly result: Result;
  readonly when: 'shown' | 'done';
}) {
  const words = tense[when];
  const { done, same, refused, rows, summary } = result;
  const refusals = rows.filter(({ outcome }) => outcome === 'refused');
  const changes = rows.filter(({ outcome }) => outcome === 'done');
  return (
    <>
      {summary === undefined ? null : <p className="cad-many-summary">{summary}</p>}
      <ul className="cad-many-counts" aria-label="Counts">
        <li data-tone={done > 0 ? 'good' : 'none'}>
          <b>{done.toLocaleString('en-AU')}</b> {words.done}
        </li>
        {same > 0 ? (
          <li>
            <b>{same.toLocaleString('en-AU')}</b> stand so already
          </li>
        ) : null}
        {refused > 0 ? (
          <li data-tone="bad">
            <b>{refused.toLocaleString('en-AU')}</b> refused, {words.refused}
          </li>
        ) : null}
      </ul>
      {refusals.length > 0 ? (
        <Rows caption={`Refused${more(refused, refusals.length)}`} rows={refusals} request={request} />
      ) : null}
      {changes.length > 0 ? (
        <Rows caption={`${words.heading}${more(done, changes.length)}`} rows={changes} request={request} />
      ) : null}
    </>
  );
}

function more(all: number, here: number): string {
  return all > here ? `, the first ${here} of ${all.toLocaleString('en-AU')}` : '';
}

function Rows({
  caption,
  rows,
  request,
}: {
  readonly caption: string;
  readonly rows: readonly ShownRow[];
  readonly request: ManyRequest;
}) {
  const name = request.one.charAt(0).toUpperCase() + request.one.slice(1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by keys
    <section className="cad-many-rows" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map((row, i) => (
            <tr key={row.id ?? `new-${i}`}>
              <th scope="row">
                {row.label ?? (row.id === null ? `New ${request.one}` : `${name} ${row.id}`)}
              </th>
              <td>
                {row.message === null ? null : `${row.message} `}
                <Changes row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Changes({ row }: { readonly row: ShownRow }) {
  return row.changes.map(({ id, title, old_text: old, new_text: now }) => (
    <span key={id} className="cad-many-change">
      {title}: <s>{old ?? 'empty'}</s> <span aria-hidden="true">→</span> <b>{now ?? 'empty'}</b>
    </span>
  ));
}
