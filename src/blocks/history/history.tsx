import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates } from '#src/render/states.tsx';
import { entriesOf, type HistoryEntry } from './entries.ts';
import { isHistory } from './link.ts';
import { written } from './written.ts';
import './history.css';

export function History({ block, source, screen, text }: BlockProps): ReactNode {
  if (!isHistory(block)) return null;
  const entries = entriesOf(source?.value);
  const title = text(block.title);
  const fieldOf = ({ field }: HistoryEntry['changes'][number]) =>
    block.fields.find((known) => known.id === field);
  return (
    <BlockStates source={source} isEmpty={entries.length === 0} empty={block.empty}>
      <div className="cad-history">
        {title ? <h2>{title}</h2> : null}
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
                    {entry.changes.map((change) => (
                      <tr key={change.field}>
                        <th scope="row">{fieldOf(change)?.title ?? change.title}</th>
                        <td className="cad-history-old">
                          {written(fieldOf(change), change.old, screen.codes)}
                        </td>
                        <td>{written(fieldOf(change), change.new, screen.codes)}</td>
                      </tr>
                    ))}
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
