// Colours of the page's theme for Vega, in two brightnesses: as many as colour-blind readers can tell apart, the last one grey.

import { codeTones } from '#src/core/tones.ts';
import { tones } from './chart-spec.ts';
import { seriesSignal, surfaceSignal, toneSignal } from './linked-chart.ts';
import { mostColours, symbols } from './policy.ts';

export interface ChartTheme {
  readonly signals: { readonly [name: string]: string };
  readonly config: object;
}

/** Reads the custom properties in force at `element`. */
export function readTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const read = (name: string, otherwise: string) =>
    style.getPropertyValue(`--cad-${name}`).trim() || otherwise;
  const text = read('text', '#1c2127');
  const muted = read('muted', '#5c6673');
  const border = read('border', '#d3d8de');
  const category = Array.from({ length: mostColours }, (_, i) => read(`chart-${i + 1}`, '#0072b2'));
  const first = category[0] ?? '#0072b2';
  const ramp = [read('selected', '#dce8f8'), first];
  const font = style.fontFamily || 'system-ui, sans-serif';
  const words = {
    labelColor: muted,
    titleColor: text,
    labelFont: font,
    titleFont: font,
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: 500,
  };
  return {
    signals: {
      ...Object.fromEntries(
        tones.map((tone) => [toneSignal(tone), tone === 'accent' ? first : read(tone, first)]),
      ),
      ...Object.fromEntries(codeTones.map((tone) => [seriesSignal(tone), read(`series-${tone}`, first)])),
      [surfaceSignal]: read('surface', '#ffffff'),
    },
    config: {
      background: null,
      range: {
        category,
        symbol: symbols.map(({ shape }) => shape),
        ramp,
        heatmap: ramp,
        ordinal: category,
        diverging: [read('bad', '#ac2f33'), border, first],
      },
      axis: {
        ...words,
        domainColor: border,
        gridColor: border,
        gridOpacity: 0.6,
        tickColor: border,
        labelOverlap: 'greedy',
        labelSeparation: 6,
      },
      legend: { ...words, symbolStrokeWidth: 2 },
      header: { ...words },
      title: { color: text, font },
      text: { font },
    },
  };
}
