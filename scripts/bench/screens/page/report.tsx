import { useEffect, useMemo, useState } from 'react';
import { Chart } from '#src/blocks/chart/chart.tsx';
import { Grid } from '#src/blocks/grid/grid.tsx';
import type { RowPage } from '#src/core/rows.ts';
import { propsOf, runPage, sourceOf } from './parts.tsx';

const everything = { offset: 0, limit: 5000, sort: [], find: '', totals: {} };

/** Medians by suburb, by hand: the query, the chart, the grid. */
export function Report({ district }: { readonly district: string }) {
  const screen = globalThis.constants['report/mediansales'];
  const [rows, setRows] = useState<RowPage | null>(null);
  const params = useMemo(
    () => ({
      dst: district,
      year: 2025,
      year_by: 'contract',
      population: 'standard',
      purpose: null,
      group_by: 'suburb',
      natures: [],
      zones: [],
      components: [],
    }),
    [district],
  );
  useEffect(() => {
    document.title = `Cadastre - Median sales ${district}`;
    runPage('report/mediansales', 'rows', params, everything).then(setRows);
  }, [district, params]);
  const [chart, grid] = useMemo(() => {
    const linked = screen?.data.rows;
    if (!screen || !linked || !rows) return [null, null];
    const source = sourceOf(screen, linked, params, rows);
    const propsFor = (type: string) => {
      const block = screen.blocks.find((one) => one.type === type);
      return block ? propsOf(screen, block, source) : null;
    };
    return [propsFor('chart'), propsFor('grid')];
  }, [screen, rows, params]);
  return (
    <div className="cad-screen">
      <div className="cad-page-head">
        <h1>Median sales {district}</h1>
        <div className="cad-chips">
          <button type="button" className="cad-chip">
            District: <b>{district}</b>
          </button>
          <button type="button" className="cad-chip">
            Year: <b>2025</b>
          </button>
        </div>
        <div className="cad-page-actions">
          <button type="button" className="cad-button">
            Filters
          </button>
        </div>
      </div>
      {chart ? <Chart {...chart} /> : null}
      {grid ? <Grid {...grid} /> : null}
    </div>
  );
}
