// About these figures: what a source counts and how, in plain words. The page, its document and its exports say the same.
import type { CodeRow, LinkedField, LinkedFigures, LinkedParam } from './linked.ts';

export interface AboutText {
  readonly title: string;
  readonly text: string;
}

/** Id of the button that the linker adds to a page. */
export const aboutId = 'about-figures';
/** How the ids begin of the parts that say why a source leads to no rows. */
export const aboutClosedId = `${aboutId}-closed`;
export const aboutTitle = 'About these figures';

const words: { readonly [how: string]: string } = {
  sum: 'sum',
  avg: 'mean',
  min: 'smallest value',
  max: 'largest value',
  mode: 'most frequent value',
  percentile_cont: 'percentile',
  percentile_disc: 'percentile',
};

const percentileTexts = {
  between:
    'Medians, quartiles and other percentiles are of type 7: between two values they lie on the line from one to the other, as PERCENTILE.INC of a spreadsheet has it.',
  one: 'A percentile that is a day or a code is the first value that reaches the share: it is never between two.',
} as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Number of sales: Sales, Confirmed. Sum: Total price.` */
function computedText({ columns, plural }: LinkedFigures, fields: readonly LinkedField[]): string {
  const byWay = new Map<string, string[]>();
  for (const { id, title, unit } of fields) {
    const figure = Object.hasOwn(columns, id) ? columns[id] : undefined;
    if (!figure) continue;
    const way =
      figure.how === 'count'
        ? `number of ${plural}`
        : (words[figure.how ?? ''] ?? `computed of these ${plural}`);
    byWay.set(way, [...(byWay.get(way) ?? []), unit && !title.includes(unit) ? `${title} (${unit})` : title]);
  }
  return [...byWay].map(([way, titles]) => `${capital(way)}: ${titles.join(', ')}.`).join(' ');
}

/** What the figures of a source are, by the comments of its query and the dictionary. */
export function aboutFigures(figures: LinkedFigures, fields: readonly LinkedField[]): readonly AboutText[] {
  const { about, own, plural, columns, percentiles } = figures;
  const computed = computedText(figures, fields);
  const meanings = fields.flatMap(({ id, title, description }) =>
    Object.hasOwn(columns, id) && description ? [`${title}: ${description}`] : [],
  );
  const closed = fields.flatMap(({ id, title }) => {
    const why = columns[id]?.why;
    return why === undefined ? [] : [`${title}: ${why}.`];
  });
  const counted = own
    ? `Each row is one of the ${plural}.`
    : `${capital(plural)}. A figure opens the ${plural} that it is made of; so do the totals.`;
  const all = [
    { title: 'What it says', text: about },
    { title: 'What is counted', text: counted },
    { title: 'How', text: computed },
    { title: 'What the columns mean', text: meanings.join(' ') },
    { title: 'Percentiles', text: percentiles.map((kind) => percentileTexts[kind]).join(' ') },
    { title: 'What opens nothing', text: closed.join(' ') },
  ];
  return all.filter(({ text }) => text !== '');
}

/** Of a source none of whose figures leads to rows. */
export function aboutClosed(why: string): AboutText {
  return { title: 'What opens nothing', text: `All of it: ${why}.` };
}

/** What the codes mean that a page is filtered by: its population, above all. */
export function aboutCodes(
  param: LinkedParam,
  codes: readonly CodeRow[],
): readonly (AboutText & { readonly code: string })[] {
  return codes.flatMap(({ code, label, note }) =>
    note === undefined ? [] : [{ code, title: `${param.title}: ${label}`, text: note }],
  );
}

export const aboutSource: AboutText = {
  title: 'Source',
  text: 'The records of this office as they stood when the report ran; the data set, the filters in force and the time of the run stand at the head of the page.',
};
