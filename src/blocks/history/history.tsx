import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates } from '#src/render/states.tsx';
import { entriesOf, type HistoryEntry } from './entries.ts';
import { isHistory, type LinkedHistory } from './link.ts';
import { useRestore } from './use-restore.ts';
import { written } from './written.ts';
import './history.css';

export function History(props: BlockProps): ReactNode {
  const { block } = props;
  return isHistory(block) ? <Entries {...props} block={block} /> : null;
}

function Entries(props: BlockProps<LinkedHistory>): ReactNode {
  const { block, source, screen, text } = props;
  const { offers, restore, busy, refused } = useRestore(block, props);
  const entries = entriesOf(source?.value);
  const title = text(block.title);
  const fieldOf = ({ field }: HistoryEntry['changes'][number]) =>
    block.fields.find((known) => known.id === field);
  return (
    <BlockStates source={source} isEmpty={entries.length === 0} empty={block.empty}>
      <div className="cad-history">
        {title ? <h2>{title}</h2> : null}
        {refused === null ? null : (
          <p className="cad-history-refused" role="alert">
            Not restored. {refused}
          </p>
        )}
        <ol>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p className="cad-history-head">
                <time dateTime={entry.at}>{formatValue('datetime', entry.at)}</time>{' '}
                <strong>{entry.who}</strong> {entry.action.toLowerCase()}
                {entry.forced ? ' over a newer version' : ''}
              </p>
              {entry.changes.length > 0 ? (
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Field</th>
                      <th scope="col">Before</th>
                      <th scope="col">After</th>
                    </tr>
                  </thead>
                  <tbody>
                    {entry.changes.map((change) => {
                      const name = fieldOf(change)?.title ?? change.title;
                      const before = written(fieldOf(change), change.old, screen.codes);
                      return (
                        <tr key={change.field}>
                          <th scope="row">{name}</th>
                          <td className="cad-history-old">
                            {before}
                            {offers(change) ? (
                              <button
                                type="button"
                                className="cad-history-restore"
                                aria-disabled={busy}
                                onClick={() => restore(change, name)}
                              >
                                Restore
                                <span className="cad-visually-hidden">
                                  {' '}
                                  {name}: {before}
                                </span>
                              </button>
                            ) : null}
                          </td>
                          <td>{written(fieldOf(change), change.new, screen.codes)}</td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              ) : null}
            </li>
          ))}
        </ol>
      </div>
    </BlockStates>
  );
}
