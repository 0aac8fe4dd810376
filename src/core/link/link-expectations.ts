// Link rules of NAME.test.json: it lies beside a screen and gives only parameters that the screen has.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';

/** `params` of the screens that can be read, broken ones too, by their ids. */
export type ParamsOfScreens = ReadonlyMap<string, readonly string[]>;

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
): readonly Diagnostic[] {
  return documents.flatMap(({ json, loaded }) => {
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
    const expectations = Array.isArray(json.expectations) ? json.expectations : [];
    return expectations.flatMap((expectation: Json, i: number) => {
      const given = isJsonObject(expectation) && isJsonObject(expectation.given) ? expectation.given : {};
      return Object.keys(isJsonObject(given.params) ? given.params : {})
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
    });
  });
}
