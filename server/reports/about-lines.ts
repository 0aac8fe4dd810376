// What a file of rows says of itself on a sheet of its own: the same as the page under About these figures.
import { aboutCodes, aboutFigures, aboutSource } from '#src/core/about.ts';
import { formatValue } from '#src/core/format.ts';
import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { OpenFigures, RowSource } from './rows.ts';

export type AboutLine = readonly [what: string, value: string];

const datasets = { real: 'Real', synthetic: 'Synthetic', both: 'Real and synthetic' } as const;

function paramLines(param: LinkedParam, given: unknown, codes: LinkedScreen['codes']): readonly AboutLine[] {
  if (given === null || given === undefined) return [];
  const table = (param.codes ? codes[param.codes] : undefined) ?? [];
  const text = (Array.isArray(given) ? given : [given]).map((value: unknown) =>
    formatValue(param.format, value, { codes: table }),
  );
  const meant = aboutCodes(param, table).filter(({ code }) => code === given);
  return [[param.title, text.join(', ')], ...meant.map(({ title, text: note }): AboutLine => [title, note])];
}

export function aboutLines(
  screen: LinkedScreen,
  { fields, dataset }: RowSource,
  { linked, params }: OpenFigures,
  title: string,
): readonly AboutLine[] {
  return [
    ['Title', title],
    ...screen.params.flatMap((param) => paramLines(param, params[param.id], screen.codes)),
    ['Data set', datasets[dataset]],
    ...[...aboutFigures(linked, fields), aboutSource].map((part): AboutLine => [part.title, part.text]),
  ];
}
