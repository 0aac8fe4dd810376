// The drill-down: from a figure to the records behind it.
import { type Criterion, isOperator } from '#src/core/entity.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, emptiness, objectOf, refusal, textOf } from './step.ts';

const searchOperation = 'record.search';
const recordKey = 'id';

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What a missing value means: a group of rows without the value is found by its emptiness. */
const whenMissing: { readonly [operator in Criterion['op']]?: SearchOperator } = {
  eq: 'empty',
  oneof: 'empty',
  ne: 'notempty',
};

/**
 * The criterion of one entry of the definition. Null when an optional one has no value;
 * rejects with a Failure when the value is missing and the operator needs one.
 */
export function criterionOf(
  fld: string,
  op: Criterion['op'],
  val: unknown,
  optional: boolean,
): Criterion | null {
  if (op === 'empty' || op === 'notempty') return { fld, op };
  const gap = op === 'between' && Array.isArray(val) ? val.some(isMissing) : isMissing(val);
  if (!gap) return { fld, op, val };
  if (optional) return null;
  const instead = whenMissing[op];
  if (!instead) throw refusal(`The value for "${fld}" is missing, so there is nothing to search for.`);
  return { fld, op: instead };
}

export const search: ActionRunner = async (step, ports, extra) => {
  const list = textOf(step.list);
  // The linker adds the prefix from the list's record type.
  const prefix = textOf(step.prefix);
  if (!prefix) throw emptiness('the prefix of the list', 'search.list');
  const criteria: Criterion[] = [];
  for (const entry of Array.isArray(step.criteria) ? step.criteria : []) {
    const given = objectOf(entry);
    if (!given || !isOperator(given.op)) continue;
    const val = ports.resolve(given.expr ?? given.val, extra);
    const criterion = criterionOf(textOf(given.fld), given.op, val, given.optional === true);
    if (criterion) criteria.push(criterion);
  }
  const options = { newTab: step.newTab === true };
  const only = criteria.length === 1 ? criteria[0] : undefined;
  if (only?.fld === recordKey && only.op === 'eq') {
    const to = `/${prefix}/${encodeURIComponent(textOf(only.val))}`;
    ports.navigate(to, options);
    return done(to);
  }
  const answer = await ports.call(searchOperation, {
    params: { list },
    body: { searchType: 'full', isRecent: false, criteria },
  });
  if (!isJsonObject(answer) || typeof answer.hash !== 'string')
    throw refusal('The server answered the search without a result.');
  const to = `/${prefix}/result/${encodeURIComponent(answer.hash)}`;
  ports.navigate(to, options);
  return done(to);
};
