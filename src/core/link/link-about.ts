// The button *About these figures* of a page whose figures are known: a dialog of parts that any screen could have.
import {
  type AboutText,
  aboutClosed,
  aboutClosedId,
  aboutCodes,
  aboutFigures,
  aboutId,
  aboutSource,
  aboutTitle,
} from '../about.ts';
import type { Json } from '../values.ts';
import type { ScreenLinking } from './screen-linking.ts';

/** Comments and titles hold no paths, links or bold of ours. */
function plain(text: string): string {
  return text.replace(/[{}[\]`]|\*\*/g, (sign) => ({ '{': '(', '}': ')', '[': '(', ']': ')' })[sign] ?? '');
}

function paragraphs(texts: readonly AboutText[]): string {
  return texts.map(({ title, text }) => `**${plain(title)}.** ${plain(text)}`).join('\n\n');
}

export function aboutButtons(screen: ScreenLinking): readonly Json[] {
  const sources = [...screen.sources.values()].flatMap((source) =>
    source.kind === 'sql' && source.figures ? [{ ...source, figures: source.figures }] : [],
  );
  const closed = [...screen.sources.values()].flatMap((source) =>
    source.kind === 'sql' && source.noRows !== undefined ? [{ id: source.id, why: source.noRows }] : [],
  );
  if (sources.length + closed.length === 0) return [];
  const notes = [...screen.params.values()].flatMap((param) =>
    aboutCodes(param, (param.codes ? screen.codes.get(param.codes) : undefined) ?? []).map(
      ({ code, ...text }, i) => ({
        id: `${aboutId}-${param.id}-${i}`,
        type: 'text',
        visibleWhen: `params.${param.id} == '${code}'`,
        text: paragraphs([text]),
      }),
    ),
  );
  const texts = sources.map(({ id, figures, fields }, i) => ({
    id: `${aboutId}-of-${i}`,
    type: 'text',
    ...(sources.length > 1 ? { title: titleOfSource(id, screen) } : {}),
    text: paragraphs(aboutFigures(figures, fields)),
  }));
  const reasons = closed.map(({ id, why }, i) => ({
    id: `${aboutClosedId}-${i}`,
    type: 'text',
    ...(sources.length + closed.length > 1 ? { title: titleOfSource(id, screen) } : {}),
    text: paragraphs([aboutClosed(why)]),
  }));
  const blocks = [
    ...texts,
    ...reasons,
    ...notes,
    { id: `${aboutId}-source`, type: 'text', text: paragraphs([aboutSource]) },
  ];
  return [
    {
      id: aboutId,
      label: aboutTitle,
      icon: 'info-sign',
      on: [{ type: 'dialog', title: aboutTitle, blocks }],
    },
  ];
}

/** What the part of the page is called that draws the source. */
function titleOfSource(id: string, screen: ScreenLinking): string {
  const titles: string[] = [];
  const walk = (value: unknown, above: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, above);
    else if (typeof value === 'object' && value !== null) {
      const own = 'title' in value && typeof value.title === 'string' ? value.title : above;
      if ('data' in value && value.data === id && own !== '') titles.push(own);
      for (const inner of Object.values(value)) walk(inner, own);
    }
  };
  walk(screen.checked.json.blocks, '');
  return plain(titles[0] ?? id);
}
