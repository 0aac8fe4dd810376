import type { LinkedParam } from '../linked.ts';
import { baseName } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import type { ValueType } from '../values.ts';
import type { NamedQuery, QueryFacts } from './catalog.ts';
import { checkUses, isOptional, queryError } from './query-uses.ts';
import type { ScreenLinking } from './screen-linking.ts';

/** Given by the engine to every query, besides the screen's parameters. */
export const givenParameters: readonly string[] = ['districts'];

/** Given to a query whose source names another that it reads. */
export const overParameter = 'over';

/** Reports what the database refused and parameters that the screen does not have, or has of another type. */
export function checkQuery(facts: QueryFacts, pointer: string, screen: ScreenLinking, over = false): void {
  if (facts.error) screen.findings.push(queryError(facts));
  screen.findings.push(...checkUses(facts, null, screen.catalog));
  const known = [...screen.params.keys(), ...givenParameters, ...(over ? [overParameter] : [])];
  for (const { name, type, own } of facts.params) {
    const param = screen.params.get(name);
    if (param) {
      screen.usedParams.add(name);
      checkParamType(param, type, facts, pointer, screen);
    } else if (name === 'districts')
      for (const param of screen.params.values())
        if (param.entity === 'district' || param.entity === 'region') screen.usedParams.add(param.id);
    if (known.includes(name) || (own === false && isOptional(name, facts, screen.catalog))) continue;
    screen.report({
      pointer,
      rule: 'unknown-query-parameter',
      message: `${baseName(facts.file)} reads ":${name}", which is no parameter of this screen.`,
      suggestion: suggest(name, known) ?? `Add it to "params".`,
    });
  }
}

// A statement that takes a number refuses a text, and a list where it takes one value: better told here than by a failed report.
export function checkParamType(
  param: Pick<LinkedParam, 'id' | 'type' | 'many'>,
  type: ValueType | undefined,
  facts: Pick<QueryFacts, 'file'>,
  pointer: string,
  screen: ScreenLinking,
): void {
  if (type === undefined || type === 'json') return;
  const given = param.many ? 'list' : kindOfValue(param.type);
  const wanted = kindOfValue(type);
  // Any single value can be bound to a text; an id of a district in the route is text on both sides.
  if (given === wanted || (wanted === 'text' && given !== 'list')) return;
  screen.report({
    pointer,
    rule: 'query-parameter-type',
    message: `${baseName(facts.file)} takes ":${param.id}" as ${wanted}, but the parameter is ${given}.`,
    suggestion: param.many
      ? 'Remove "many", or cast to an array such as ::text[].'
      : `Change "type" or "many" of the parameter, or the cast in the query.`,
  });
}

export function kindOfValue(type: ValueType): string {
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'datetime' ? 'date' : type;
}

/** A named query on a screen: each of its parameters is given, is the screen's of the same name, or may be left out. */
export function checkNamed(
  query: NamedQuery,
  given: readonly string[],
  pointer: string,
  screen: ScreenLinking,
): void {
  const names = query.params.map(({ id }) => id);
  for (const name of given)
    screen.known(
      name,
      names,
      `${pointer}/params/${name}`,
      'unknown-query-parameter',
      `Query "${query.id}" takes no parameter "${name}".`,
      true,
    );
  for (const wanted of query.params) {
    if (given.includes(wanted.id)) continue;
    const param = screen.params.get(wanted.id);
    if (param) {
      screen.usedParams.add(wanted.id);
      const type = wanted.many ? 'list' : wanted.type;
      checkParamType(param, type, query, `${pointer}/query`, screen);
    } else if (wanted.required)
      screen.report({
        pointer: `${pointer}/query`,
        rule: 'unknown-query-parameter',
        message: `Query "${query.id}" needs "${wanted.id}", which is no parameter of this screen.`,
        suggestion: suggest(wanted.id, screen.params.keys()) ?? `Give it in "params" of the source.`,
      });
  }
  for (const param of screen.params.values())
    if (param.entity === 'district') screen.usedParams.add(param.id);
}
