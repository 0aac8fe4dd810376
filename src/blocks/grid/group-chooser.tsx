import { focusFirst } from './column-chooser.tsx';
import type { GridColumn } from './definition.ts';
import { mayGroup, mostLevels } from './grouping.ts';

export interface GroupChoice {
  readonly columns: readonly GridColumn[];
  readonly group: readonly string[];
  /** Null where the definition alone says what is grouped. */
  readonly onGroup: ((group: readonly string[]) => void) | null;
  readonly onFold: (open: boolean) => void;
}

/** By which columns rows are grouped, in the order they were chosen, and all groups folded or unfolded at once. */
export function GroupChooser({ columns, group, onGroup, onFold }: GroupChoice) {
  const offered = columns.filter(mayGroup);
  return (
    <div className="cad-grid-chooser" ref={focusFirst}>
      {onGroup ? (
        <ul>
          {offered.map(({ id, title }) => {
            const rank = group.indexOf(id) + 1;
            return (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={rank > 0}
                    disabled={rank === 0 && group.length >= mostLevels}
                    onChange={() =>
                      onGroup(rank > 0 ? group.filter((known) => known !== id) : [...group, id])
                    }
                  />
                  {title}
                </label>
                {rank > 0 && group.length > 1 ? <span className="cad-muted">{rank}</span> : null}
              </li>
            );
          })}
        </ul>
      ) : null}
      {group.length > 0 ? (
        <div className="cad-grid-folds">
          <button type="button" className="cad-button" onClick={() => onFold(true)}>
            Unfold all
          </button>
          <button type="button" className="cad-button" onClick={() => onFold(false)}>
            Fold all
          </button>
        </div>
      ) : null}
    </div>
  );
}
