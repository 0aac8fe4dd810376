// The only door to vega-lite: it runs where definitions are linked, never in a browser.
import { compile } from 'vega-lite';
import { tones } from './chart-spec.ts';
import { surfaceSignal, toneSignal } from './linked-chart.ts';

export interface Compiled {
  /** A Vega specification as JSON text. */
  readonly vega: string;
  readonly warnings: readonly string[];
}

/** Throws what the compiler throws. */
export function compileChart(spec: object): Compiled {
  const warnings: string[] = [];
  const keep = (...words: readonly unknown[]) => {
    warnings.push(words.join(' '));
    return logger;
  };
  const skip = () => logger;
  const logger = { level: skip, error: keep, warn: keep, info: skip, debug: skip };
  const compiled = compile(spec as Parameters<typeof compile>[0], { logger: logger as never }).spec;
  const { $schema: _, background: __, usermeta: ___, ...rest } = compiled;
  const signals = [
    ...tones.map((tone) => ({ name: toneSignal(tone), value: '#000000' })),
    { name: surfaceSignal, value: '#ffffff' },
    ...(rest.signals ?? []),
  ];
  return { vega: JSON.stringify({ ...rest, signals }), warnings };
}
