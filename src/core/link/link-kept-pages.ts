// The pages that moves keep as PDF: each is there, stands on paper, and is told the parameters of its address.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';
import { paramsOfScreen } from './link-expectations.ts';

/** `screens`: all that can be read, broken ones too. */
export function linkKeptPages(
  entities: readonly Checked<'entity'>[],
  screens: readonly Json[],
): readonly Diagnostic[] {
  const known = new Map(
    screens.flatMap((json) => (isJsonObject(json) ? [[String(json.id), json] as const] : [])),
  );
  return entities.flatMap(({ definition, loaded }) =>
    (definition.life?.moves ?? []).flatMap(({ keeps }, i) => {
      if (!keeps) return [];
      const pointer = `/life/moves/${i}/keeps`;
      const screen = known.get(keeps.screen);
      if (!screen)
        return [
          diagnosticOf(loaded, {
            pointer: `${pointer}/screen`,
            rule: 'unknown-screen',
            message: `There is no screen "${keeps.screen}" to keep.`,
            suggestion: suggest(keeps.screen, known.keys()),
          }),
        ];
      const params = paramsOfScreen(screen);
      const given = Object.keys(keeps.params ?? {});
      const route = String(screen.route).split('/');
      return [
        ...(screen.paper === undefined && screen.group === undefined
          ? [
              diagnosticOf(loaded, {
                pointer: `${pointer}/screen`,
                rule: 'not-printable',
                message: `Screen "${keeps.screen}" cannot be kept: it has no "paper". Add it there.`,
              }),
            ]
          : []),
        ...given
          .filter((name) => !params.includes(name))
          .map((name) =>
            diagnosticOf(loaded, {
              pointer: `${pointer}/params/${name}`,
              key: true,
              rule: 'unknown-param',
              message: `Parameter "${name}" is not in the "params" of screen "${keeps.screen}".`,
              suggestion: suggest(name, params),
            }),
          ),
        ...params
          .filter((name) => route.includes(`:${name}`) && !given.includes(name))
          .map((name) =>
            diagnosticOf(loaded, {
              pointer,
              rule: 'missing-parameter',
              message: `The address of screen "${keeps.screen}" needs the parameter "${name}". Add it to "params".`,
            }),
          ),
      ];
    }),
  );
}
