import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { figuresOf, leadsToRows, openFigure, placesOfRow } from '#src/render/open-figure.ts';
import { BlockStates } from '#src/render/states.tsx';
import { toneMarks } from '#src/render/tone-marks.ts';
import { isStats, type StatItem } from './link.ts';
import './stats.css';

function firstRow(value: unknown): Row | null {
  const row: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(row) ? row : null;
}

export function Stats(props: BlockProps): ReactNode {
  const { block, source, screen, text, scope, act } = props;
  if (!isStats(block)) return null;
  const row = firstRow(source?.value);
  const title = text(block.title);

  const figure = (item: StatItem): string => {
    const value = item.value
      ? props.evaluate(item.value, row ? { row } : {})
      : item.field
        ? row?.[item.field.id]
        : null;
    const codes = item.field?.codes ? screen.codes[item.field.codes] : undefined;
    const unitFlag = item.field?.unitField ? row?.[item.field.unitField] : undefined;
    return formatValue(item.format, value, { codes: codes ?? null, unitFlag });
  };
  const toneOf = (item: StatItem) => {
    const tone = item.tone ? props.evaluate(item.tone, row ? { row } : {}) : null;
    return typeof tone === 'string' && Object.hasOwn(toneMarks, tone)
      ? { name: tone, ...toneMarks[tone] }
      : null;
  };

  const figures = figuresOf(screen, block.data, scope);
  const drills = ({ field }: StatItem) => row !== null && field !== null && leadsToRows(figures, field.id);
  const open = (item: StatItem) => {
    if (item.on.length > 0 || !figures || !source || !row) return void act(item.on, row ? { row } : {});
    const column = item.field?.id ?? null;
    return void openFigure(act, source, { column, at: placesOfRow(figures, row), find: '' });
  };

  return (
    <BlockStates source={source} isEmpty={source !== null && row === null} empty={block.empty} lines={2}>
      <div className="cad-stats">
        {title ? <h2>{title}</h2> : null}
        <dl>
          {block.items.map((item) => {
            const tone = toneOf(item);
            const value = (
              <>
                {figure(item)}
                {item.unit ? <span className="cad-stat-unit"> {item.unit}</span> : null}
              </>
            );
            return (
              <div key={item.id} className="cad-stat" data-tone={tone?.name ?? 'none'}>
                <dt>{item.title}</dt>
                <dd>
                  {item.on.length > 0 || drills(item) ? (
                    <button
                      type="button"
                      aria-label={`${item.title}: ${figure(item)}${item.unit ? ` ${item.unit}` : ''}`}
                      onClick={() => open(item)}
                    >
                      {value}
                    </button>
                  ) : (
                    value
                  )}
                  {tone ? (
                    <span className="cad-stat-mark">
                      <span aria-hidden="true"> {tone.mark}</span>
                      <span className="cad-visually-hidden">({tone.word})</span>
                    </span>
                  ) : null}
                  {item.help ? <span className="cad-stat-help">{item.help}</span> : null}
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </BlockStates>
  );
}
