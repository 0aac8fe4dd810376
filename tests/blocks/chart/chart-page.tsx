// The page that the browser test of charts opens: every linked chart it is given, on the application's theme.

import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Chart } from '#src/blocks/chart/chart.tsx';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { SourceView } from '#src/render/block-props.ts';
import { testProps, testScreen, testSource } from '#tests/support/block-props.tsx';
import '#src/app/theme.css';

declare global {
  interface Window {
    charts: {
      readonly blocks: readonly LinkedBlock[];
      readonly source: Partial<SourceView>;
      readonly codes: { readonly branch: readonly { readonly code: string; readonly label: string }[] };
    };
    picked: unknown[];
  }
}

function ChartWithAddress({ block }: { readonly block: LinkedBlock }) {
  const [view, setView] = useState<string | undefined>();
  const props = testProps(block, {
    source: testSource(window.charts.source),
    screen: testScreen({ codes: window.charts.codes }),
    url: { get: () => view, set: (_key, value) => setView(value) },
    act: async (_steps, extra) => {
      window.picked.push(extra?.row);
      return { done: true, value: null };
    },
  });
  return <Chart {...props} />;
}

window.picked = [];
const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <main style={{ display: 'grid', gap: 12, padding: 12 }}>
      <h1>Charts</h1>
      {window.charts.blocks.map((block) => (
        <div key={block.id} id={block.id}>
          <ChartWithAddress block={block} />
        </div>
      ))}
    </main>,
  );
