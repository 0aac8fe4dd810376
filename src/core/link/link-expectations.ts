// Link rules of NAME.test.json: it lies beside a screen, gives only parameters and names only headings that the screen has.
import type { ExpectationExpectation } from '#src/generated/definitions.ts';
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';
import { filledHeading } from './block-linker.ts';

/** `params` of the screens that can be read, broken ones too, by their ids. */
export type ParamsOfScreens = ReadonlyMap<string, readonly string[]>;

/** What heads the tables of each screen; null where that is not known. */
export type HeadingsOfScreens = ReadonlyMap<string, readonly string[] | null>;

/** The screen that `screens/report/x.test.json` tells of: `report/x`. */
export function screenOfExpectations(file: string): string {
  return file.replace(/^.*?screens\//, '').replace(/\.test\.json$/, '');
}

export function paramsOfScreen(json: Json): readonly string[] {
  if (!isJsonObject(json) || !Array.isArray(json.params)) return [];
  return json.params.map((param: Json) => (isJsonObject(param) ? String(param.id) : String(param)));
}

export function linkExpectations(
  documents: readonly Checked<'expectation'>[],
  screens: ParamsOfScreens,
  headings: HeadingsOfScreens,
): readonly Diagnostic[] {
  return documents.flatMap(({ definition, loaded }) => {
    const id = screenOfExpectations(loaded.file);
    const params = screens.get(id);
    if (!params)
      return [
        diagnosticOf(loaded, {
          pointer: '/expectations',
          rule: 'unknown-screen',
          message: `There is no screen "${id}" beside these expectations. Name the file after the screen it tells of.`,
          suggestion: suggest(id, screens.keys()),
        }),
      ];
    return definition.expectations.flatMap((expectation, i) => {
      const unknownParams = Object.keys(expectation.given?.params ?? {})
        .filter((name) => !params.includes(name))
        .map((name) =>
          diagnosticOf(loaded, {
            pointer: under(`/expectations/${i}/given/params`, name),
            key: true,
            rule: 'unknown-param',
            message: `Parameter "${name}" is not in the "params" of screen "${id}".`,
            suggestion: suggest(name, params),
          }),
        );
      const unknownHeadings = unknownCells(expectation, id, headings).map(({ heading, at }) =>
        diagnosticOf(loaded, {
          pointer: `/expectations/${i}/then/${at}/cell`,
          rule: 'unknown-heading',
          message: `No table of screen "${id}" has the heading "${heading}".`,
          suggestion: suggest(heading, headings.get(id) ?? []),
        }),
      );
      return [...unknownParams, ...unknownHeadings];
    });
  });
}

/** Claims about cells whose heading begins none that may be seen, as the battery looks for it. */
function unknownCells(
  expectation: ExpectationExpectation,
  id: string,
  headings: HeadingsOfScreens,
): readonly { readonly heading: string; readonly at: number }[] {
  const seen = mayLead(expectation) ? headingsOfAll(headings) : headings.get(id);
  if (!seen) return [];
  return expectation.then.flatMap((claim, at) =>
    'cell' in claim && !seen.some((one) => begins(one, claim.cell)) ? [{ heading: claim.cell, at }] : [],
  );
}

/** Whether a heading may begin with what a claim writes; of one that the page fills in, as far as it is known. */
function begins(heading: string, cell: string): boolean {
  const [known = '', ...filled] = heading.split(filledHeading);
  return known.startsWith(cell) || (filled.length > 0 && cell.startsWith(known));
}

/** A click or a key may lead to another screen, whose headings are then seen. */
function mayLead({ when }: ExpectationExpectation): boolean {
  return when.some((step) => 'click' in step || 'press' in step);
}

function headingsOfAll(headings: HeadingsOfScreens): readonly string[] | null {
  const lists = [...headings.values()];
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}
