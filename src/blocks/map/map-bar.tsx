import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { ToldField } from '#src/core/link/told-fields.ts';
import { counted } from '#src/core/nouns.ts';
import type { Tool } from './drawing.ts';
import { mostDrawn } from './most.ts';
import { ToolBar } from './tool-bar.tsx';
import type { AllRows } from './use-all-rows.ts';

/** What the map is coloured by, what a drag does, and how much is drawn. */
export function MapBar({
  themes,
  theme,
  onTheme,
  tool,
  onTool,
  onShowAll,
  together,
  onTogether,
  loaded: { rows, total, state },
  placed,
  noun,
}: {
  readonly themes: readonly ToldField[];
  readonly theme: ToldField | null;
  readonly onTheme: (id: string) => void;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly onShowAll: () => void;
  /** Whether what lies close is counted together; null where it never is. */
  readonly together: boolean | null;
  readonly onTogether: () => void;
  readonly loaded: AllRows;
  /** Rows that have a place. */
  readonly placed: number;
  readonly noun: string;
}): ReactNode {
  return (
    <div className="cad-map-bar">
      {themes.length > 0 ? (
        <label>
          Colour by{' '}
          <select value={theme?.field.id} onChange={(event) => onTheme(event.target.value)}>
            {themes.map(({ field, title }) => (
              <option key={field.id} value={field.id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <ToolBar tool={tool} onTool={onTool} />
      <button type="button" className="cad-button" onClick={onShowAll}>
        Show all
      </button>
      {together === null ? null : (
        <label title="Places that would fall on each other are counted in one ring, which opens when it is clicked">
          <input type="checkbox" checked={together} onChange={onTogether} /> Group close places
        </label>
      )}
      <span className="cad-map-told" role="status">
        {state === 'loading'
          ? `${formatValue('integer', rows.length)} of ${total === null ? '…' : formatValue('integer', total)}`
          : counted(placed, noun)}
        {total !== null && total > mostDrawn && state === 'ready'
          ? `: the first of ${formatValue('integer', total)}. Narrow the search to see all.`
          : null}
      </span>
    </div>
  );
}
