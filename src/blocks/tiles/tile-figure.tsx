import type { ReactNode } from 'react';
import { formatValue, missing } from '#src/core/format.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { toneMarks } from '#src/render/tone-marks.ts';
import type { TileFigure } from './link.ts';

function firstRow(value: unknown): Row | null {
  const row: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(row) ? row : null;
}

/** The row that names the page. */
function rowOf(value: unknown, by: string, page: string | null): Row | null {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return rows.filter(isJsonObject).find((row) => row[by] === page) ?? null;
}

/** A figure of a tile, alive: what it is, that it is coming, or that it did not come. */
export function TileFigureText({
  figure,
  page,
  source,
  screen,
  evaluate,
}: Pick<BlockProps, 'screen' | 'evaluate'> & {
  readonly figure: TileFigure & { readonly by?: string | null };
  /** The screen that the tile leads to, where it is one of a group. */
  readonly page: string | null;
  readonly source: SourceView | undefined;
}): ReactNode {
  if (source?.status === 'failed')
    return (
      <span className="cad-tile-figure" data-state="failed">
        {missing} <span className="cad-tile-unit">could not be counted</span>
      </span>
    );
  if (source?.status !== 'ready')
    return (
      <span className="cad-tile-figure" data-state="loading" aria-busy="true">
        … <span className="cad-visually-hidden">Loading</span>
      </span>
    );
  const row = figure.by ? rowOf(source.value, figure.by, page) : firstRow(source.value);
  if (figure.by && row === null) return null;
  const { field, format, unit } = figure;
  const given = row ? { row } : {};
  const value = figure.value ? evaluate(figure.value, given) : field ? row?.[field.id] : null;
  const codes = field?.codes ? (screen.codes[field.codes] ?? null) : null;
  const tone = figure.tone ? evaluate(figure.tone, given) : null;
  const mark = typeof tone === 'string' && Object.hasOwn(toneMarks, tone) ? toneMarks[tone] : null;
  return (
    <span className="cad-tile-figure" data-state="ready" data-tone={mark ? String(tone) : 'none'}>
      {formatValue(format, value, { codes })}
      {unit ? <span className="cad-tile-unit"> {unit}</span> : null}
      {mark ? (
        <span className="cad-tile-mark">
          <span aria-hidden="true"> {mark.mark}</span>
          <span className="cad-visually-hidden">({mark.word})</span>
        </span>
      ) : null}
    </span>
  );
}
