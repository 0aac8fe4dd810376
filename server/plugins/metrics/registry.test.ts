import { describe, expect, it } from 'vitest';
import { createRegistry } from './registry.ts';

describe('figures as text', () => {
  it('are counters, gauges and histograms whose buckets hold all that is below them', () => {
    const registry = createRegistry();
    const asked = registry.counter('asked_total', 'How often.');
    const took = registry.histogram('took_seconds', 'How long.', [0.1, 1]);
    registry.gauge('open', 'Now.', () => [[{ of: 'a "b"\\\n' }, 3]]);
    asked.add({ operation: 'book.get' });
    asked.add({ operation: 'book.get' }, 2);
    for (const value of [0.05, 0.1, 0.5, 7]) took.observe({}, value);
    expect(registry.text()).toBe(`# HELP asked_total How often.
# TYPE asked_total counter
asked_total{operation="book.get"} 3
# HELP took_seconds How long.
# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} 2
took_seconds_bucket{le="1"} 3
took_seconds_bucket{le="+Inf"} 4
took_seconds_sum 7.65
took_seconds_count 4
# HELP open Now.
# TYPE open gauge
open{of="a \\"b\\"\\\\\\n"} 3
`);
  });

  it('keep so many sets of labels and no more', () => {
    const registry = createRegistry();
    const asked = registry.counter('asked_total', 'How often.');
    for (let n = 0; n < 5_000; n++) asked.add({ path: String(n) });
    expect(registry.text().split('\n').length).toBe(2_000 + 3);
  });

  it('have a name each', () => {
    const registry = createRegistry();
    registry.counter('asked_total', 'How often.');
    expect(() => registry.counter('asked_total', 'Again.')).toThrow('Two figures are called asked_total.');
  });
});
