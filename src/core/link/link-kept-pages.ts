// The pages that moves keep as PDF, by which figures agree, and of which exports are made: each is there, can do it, and is told
// the parameters of its address.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Finding } from '../check/check-value.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { paramsOfScreen } from './link-expectations.ts';
import { exportOf } from './link-exports.ts';

const byId = (screens: readonly Json[]) =>
  new Map(screens.flatMap((json) => (isJsonObject(json) ? [[String(json.id), json] as const] : [])));

/** `screens`: all that can be read, broken ones too. */
export function linkExportedPages(
  exports: readonly Checked<'export'>[],
  screens: readonly Json[],
): readonly Diagnostic[] {
  const known = byId(screens);
  return exports.flatMap((document) => {
    const { pages } = exportOf(document);
    return pages ? pageFindings(document.loaded, '/pages', pages, known, unprintable) : [];
  });
}

/** `screens`: all that can be read, broken ones too. */
export function linkKeptPages(
  entities: readonly Checked<'entity'>[],
  screens: readonly Json[],
): readonly Diagnostic[] {
  const known = byId(screens);
  return entities.flatMap(({ definition, loaded }) =>
    (definition.life?.moves ?? []).flatMap(({ keeps, agrees }, i) => [
      ...(keeps ? pageFindings(loaded, `/life/moves/${i}/keeps`, keeps, known, unprintable) : []),
      ...(agrees
        ? pageFindings(loaded, `/life/moves/${i}/agrees`, agrees, known, (screen) =>
            withoutAnswer(screen, agrees),
          )
        : []),
    ]),
  );
}

function pageFindings(
  loaded: Checked<'entity' | 'export'>['loaded'],
  pointer: string,
  page: { readonly screen: string; readonly params?: { readonly [param: string]: string } },
  known: ReadonlyMap<string, JsonObject>,
  more: (screen: JsonObject) => readonly Finding[],
): readonly Diagnostic[] {
  const screen = known.get(page.screen);
  if (!screen)
    return [
      diagnosticOf(loaded, {
        pointer: `${pointer}/screen`,
        rule: 'unknown-screen',
        message: `There is no screen "${page.screen}".`,
        suggestion: suggest(page.screen, known.keys()),
      }),
    ];
  const params = paramsOfScreen(screen);
  const given = Object.keys(page.params ?? {});
  const route = String(screen.route).split('/');
  const findings: readonly Finding[] = [
    ...more(screen).map((finding) => ({ ...finding, pointer: pointer + finding.pointer })),
    ...given
      .filter((name) => !params.includes(name))
      .map((name) => ({
        pointer: `${pointer}/params/${name}`,
        key: true,
        rule: 'unknown-param' as const,
        message: `Parameter "${name}" is not in the "params" of screen "${page.screen}".`,
        suggestion: suggest(name, params),
      })),
    ...params
      .filter((name) => route.includes(`:${name}`) && !given.includes(name))
      .map((name) => ({
        pointer,
        rule: 'missing-parameter' as const,
        message: `The address of screen "${page.screen}" needs the parameter "${name}". Add it to "params".`,
      })),
  ];
  return findings.map((finding) => diagnosticOf(loaded, finding));
}

function unprintable(screen: JsonObject): readonly Finding[] {
  if (screen.paper !== undefined || screen.group !== undefined) return [];
  const message = `Screen "${String(screen.id)}" cannot be made a PDF: it has no "paper". Add it there.`;
  return [{ pointer: '/screen', rule: 'not-printable', message }];
}

function withoutAnswer(screen: JsonObject, { data }: { readonly data: string }): readonly Finding[] {
  const sources = Object.entries(isJsonObject(screen.data) ? screen.data : {}).flatMap(([id, source]) =>
    isJsonObject(source) && typeof source.operation === 'string' ? [id] : [],
  );
  if (sources.includes(data)) return [];
  const message = `Screen "${String(screen.id)}" has no source "${data}" that asks an operation.`;
  return [{ pointer: '/data', rule: 'unknown-source', message, suggestion: suggest(data, sources) }];
}
