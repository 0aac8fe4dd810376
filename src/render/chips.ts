// What the head of a page says of its parameters.
import { formatValue } from '#src/core/format.ts';
import { type LinkedParam, type LinkedScreen, listOf } from '#src/core/linked.ts';
import { everything } from '#src/core/page-address.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Chip } from './page-head.tsx';
import { allMine, choicesOf } from './param-choices.ts';
import type { LiveSources } from './with-sources.tsx';

/** Whether a place in the path is one that a person chooses, and not the key of what the page is about. */
function isChosenPlace({ entity, codes, list, choices, format }: LinkedParam): boolean {
  return entity !== null || codes !== null || list !== null || choices !== undefined || format === 'baseYear';
}

/** On paper every parameter that has a value is named: nobody can click to see it. A key in the path is in the title. */
export function printedOf(screen: LinkedScreen, scope: Scope, live: LiveSources): readonly Chip[] {
  return screen.params
    .filter((param) => param.in !== 'fragment' && (param.in !== 'route' || isChosenPlace(param)))
    .filter((param) => !isEmpty(scope.params[param.id]))
    .map((param) => chipOf(param, screen, scope, live));
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Where the page is (district) and every filter in force, the usual ones too: what is not said is taken for all. */
export function chipsOf(
  screen: LinkedScreen,
  scope: Scope,
  standards: { readonly [id: string]: unknown },
  live: LiveSources,
): readonly Chip[] {
  return screen.params
    .filter((param) => param.in !== 'fragment' && param.widget.type !== 'none' && !param.live)
    .filter((param) => {
      if (param.in === 'route') return isChosenPlace(param);
      const value = scope.params[param.id];
      const chosen = JSON.stringify(value ?? null) !== JSON.stringify(standards[param.id] ?? null);
      // A switch that is off as usual holds nothing back.
      return chosen || param.required || (!isEmpty(value) && value !== false);
    })
    .map((param) => chipOf(param, screen, scope, live));
}

function chipOf(param: LinkedParam, screen: LinkedScreen, scope: Scope, live: LiveSources): Chip {
  const options = { codes: choicesOf(param, screen, live) };
  const value = scope.params[param.id];
  const values = Array.isArray(value) ? value : [value];
  const place = param.entity === 'district' || param.entity === 'region';
  return {
    id: param.id,
    title: param.title,
    value:
      place && value === everything
        ? allMine
        : values.map((one: unknown) => formatValue(param.format, one, options)).join(', '),
    // "all" is no place, and one that the path names was looked up already.
    list: (place && value !== everything && listOf(param.widget)) || undefined,
  };
}
