// Rules between the fields of an entity or a form: forms and the server hold them, so both must be able to ask them.
import type { Checked } from '../check/check.ts';
import { diagnosticOf } from '../check/check.ts';
import type { MetaSchemas } from '../check/language.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { EntityField } from '../entity.ts';
import { checkExpression, typedEnvironment } from '../expressions/check-expression.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';
import type { Catalog } from './catalog.ts';
import { codeProblem } from './check-code.ts';
import { entityShape } from './link-entity.ts';

export function linkChecks(
  { json, loaded, kind }: Checked<keyof MetaSchemas>,
  catalog: Catalog,
): readonly Diagnostic[] {
  if (!Array.isArray(json.check) || json.check.length === 0) return [];
  const owner = (kind === 'entity' ? catalog.entities : catalog.forms).get(String(json.$id));
  const fields: { readonly [id: string]: EntityField } = owner?.fields ?? {};
  const names = Object.keys(fields);
  const children = kind === 'entity' ? catalog.entities.get(String(json.$id))?.children : undefined;
  const form = entityShape({ fields, ...(children ? { children } : {}) });
  const environment = typedEnvironment({ form, today: 'text' });
  const found: Diagnostic[] = [];
  const seen = new Set<Json>();
  json.check.forEach((given: Json, i: number) => {
    const rule = isJsonObject(given) ? given : {};
    const { id, fields: shown } = rule;
    if (id !== undefined && seen.has(id))
      found.push(
        diagnosticOf(loaded, {
          pointer: `/check/${i}/id`,
          rule: 'duplicate-id',
          message: `The rule "${String(id)}" stands here twice. Rename one.`,
        }),
      );
    if (id !== undefined) seen.add(id);
    (Array.isArray(shown) ? shown : []).forEach((name: Json, j: number) => {
      if (typeof name !== 'string' || names.includes(name)) return;
      found.push(
        diagnosticOf(loaded, {
          pointer: `/check/${i}/fields/${j}`,
          rule: 'unknown-field',
          message: `"${name}" is not in "properties".`,
          suggestion: suggest(name, names),
        }),
      );
    });
    for (const key of ['when', 'expr']) {
      const text = rule[key];
      if (typeof text !== 'string') continue;
      const pointer = `/check/${i}/${key}`;
      const { findings, codes } = checkExpression(text, environment, 'boolean');
      const wrong = codes.flatMap(({ code, table, index }) => {
        const problem = codeProblem(code, table, catalog);
        return problem ? [{ ...problem, index }] : [];
      });
      for (const { index, rule: broken, message, suggestion } of [...findings, ...wrong])
        found.push({
          file: loaded.file,
          ...loaded.inText(pointer, index),
          severity: 'error',
          rule: broken,
          message,
          pointer,
          ...(suggestion === undefined ? {} : { suggestion }),
        });
    }
  });
  return found;
}
