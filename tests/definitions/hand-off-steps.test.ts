// What a map does with ids that no window takes: one way for each number of them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEnvironment } from '#src/core/expressions/environment.ts';
import { root } from '#tests/support/database-server.ts';

interface Step {
  readonly type: string;
  readonly when: string;
  readonly to?: string;
}

/** The steps of the button in the map's definition, wherever it stands. */
function nobodyOf(value: unknown): readonly Step[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'hand-off' && 'nobody' in value)
    return value.nobody as readonly Step[];
  return Object.values(value).flatMap(nobodyOf);
}

const steps = nobodyOf(JSON.parse(readFileSync(`${root}/screens/map/map.json`, 'utf8')));
const environment = createEnvironment().registerVariable('answer', 'dyn');

describe('ids that no search window takes', () => {
  it.each([
    [1, ['/prop/{answer.text}']],
    [2, ['/search/prop?propIds={answer.text}']],
    [500, ['/search/prop?propIds={answer.text}']],
    [501, ['search']],
    [50_000, ['search']],
  ])('%i of them open in one way', (count, ways) => {
    const taken = steps.filter(({ when }) =>
      environment.evaluate(when, { answer: { count: BigInt(count) } }),
    );
    expect(taken.map(({ type, to }) => to ?? type)).toEqual(ways);
  });
});
