// The plans of what takes long, of each statement once.
import type { Observation, SlowStatement } from '#server/database/observation.ts';
import { isJsonObject } from '#src/core/values.ts';

/** One line for each step of a plan (EXPLAIN's JSON), indented by how deep it lies. */
export function planLines(plan: unknown, depth = 0): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap((one) => planLines(one, depth));
  if (!isJsonObject(plan)) return [];
  if (isJsonObject(plan.Plan)) return planLines(plan.Plan, depth);
  const of = [plan['Relation Name'], plan['Index Name'], plan['Subplan Name']].filter(
    (name) => typeof name === 'string',
  );
  const step = [plan['Node Type'], ...of, `rows ${plan['Plan Rows']}`, `cost ${plan['Total Cost']}`].join(
    ' ',
  );
  return [`${'  '.repeat(depth)}${step}`, ...planLines(plan.Plans, depth + 1)];
}

const mostText = 600;

/** Keeps the plan of each statement that takes longer than `ms` from now on; answers all of them in words. */
export function keepPlans(observation: Observation, ms: number): () => Promise<readonly string[]> {
  const kept = new Map<string, { slowest: number; readonly plan: Promise<readonly string[]> }>();
  const slow = ({ text, ms: took, explain }: SlowStatement) => {
    const known = kept.get(text);
    if (known) known.slowest = Math.max(known.slowest, took);
    else kept.set(text, { slowest: took, plan: explain().then(planLines, () => ['no plan']) });
  };
  observation.slowMs = ms;
  observation.add({ slow });
  return async () => {
    const told: string[] = [];
    for (const [text, { slowest, plan }] of [...kept].sort(([, a], [, b]) => b.slowest - a.slowest))
      told.push(
        `${slowest.toFixed(0)} ms: ${text.replace(/\s+/g, ' ').slice(0, mostText)}`,
        ...(await plan).map((line) => `    ${line}`),
      );
    return told;
  };
}
