import { guardedScreen } from '#src/core/linked-guard.ts';
import { prepareLibrary } from '#tests/definitions/fixture.ts';
import { hostileAnswers, hostileForms, hostileTexts } from '#tests/definitions/hostile.ts';
import type { BenchLine } from './line.ts';

/** Seconds of CPU. */
function spent(work: () => unknown): number {
  const begun = process.cpuUsage();
  try {
    work();
  } catch {
    // A refusal is what is measured.
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/** How long the slowest of the texts that try to do harm is looked at before it is refused. */
export function benchHostile(): readonly BenchLine[] {
  const [drawn] = prepareLibrary(null).screens;
  const all = [
    ...[...hostileTexts].map(([name, make]) => {
      const bytes = make('hostile');
      return [name, () => prepareLibrary(null, [{ path: 'screens/hostile.json', bytes }])] as const;
    }),
    ...[...hostileForms].map(([name, properties]) => {
      const bytes = JSON.stringify({ $id: 'hostile', title: 'Hostile', type: 'object', properties });
      return [
        `a form with ${name}`,
        () => prepareLibrary(null, [{ path: 'schemas/forms/hostile.json', bytes }]),
      ] as const;
    }),
    ...[...hostileAnswers].map(([name, make]) => {
      const answer: unknown = JSON.parse(make({ ...drawn }));
      return [`an answer with ${name}`, () => guardedScreen(answer)] as const;
    }),
  ];
  const [slowest] = all
    .map(([name, work]) => ({ name, seconds: spent(work) }))
    .sort((a, b) => b.seconds - a.seconds);
  return [
    {
      what: `Refusing the slowest of ${all.length} hostile definitions`,
      measured: slowest ? `${slowest.seconds.toFixed(2)} s of CPU, ${slowest.name}` : '',
      budget: '< 1 s',
    },
  ];
}
