// Choices of a filter that are the rows of a source: linked after the sources, which may read other filters.
import type { LinkedParam } from '../linked.ts';
import { under } from '../pointer.ts';
import { isJsonObject, type Json } from '../values.ts';
import { kindOfValue } from './check-query.ts';
import type { ScreenLinking } from './screen-linking.ts';

/** Checks the source and the columns of every filter whose choices a source answers. */
export function linkChoices(screen: ScreenLinking): void {
  const { params } = screen.checked.json;
  (Array.isArray(params) ? params : []).forEach((given: Json, i: number) => {
    const param = isJsonObject(given) ? screen.params.get(String(given.id)) : undefined;
    if (param?.choices) checkChoices(param, param.choices, `/params/${i}/choices`, screen);
  });
}

function checkChoices(
  param: LinkedParam,
  { source: id, value, label }: NonNullable<LinkedParam['choices']>,
  pointer: string,
  screen: ScreenLinking,
): void {
  const known = screen.known(
    id,
    screen.sources.keys(),
    under(pointer, 'data'),
    'unknown-source',
    `Data source "${id}" is not in this screen's "data".`,
  );
  if (!known) return;
  screen.use(['data', id]);
  if (screen.paramsOfSource.get(id)?.includes(param.id))
    screen.report({
      pointer: under(pointer, 'data'),
      rule: 'choices-source',
      message: `Data source "${id}" reads the parameter "${param.id}" itself, so what is chosen would be the only choice left. Read another source.`,
    });
  if (screen.openSources.has(id)) return;
  const fields = screen.fieldsOf(id);
  for (const [key, column] of [
    ['value', value],
    ['label', label],
  ] as const)
    screen.known(
      column,
      fields.map((field) => field.id),
      under(pointer, key),
      'unknown-column',
      `"${column}" is not in source "${id}".`,
    );
  const field = fields.find((one) => one.id === value);
  if (!field || kindOfValue(field.type) === kindOfValue(param.type)) return;
  screen.report({
    pointer: under(pointer, 'value'),
    rule: 'choices-type',
    message: `Column "${value}" is ${kindOfValue(field.type)}, but the parameter "${param.id}" is ${kindOfValue(param.type)}. Change the parameter's "type", or name another column.`,
  });
}
