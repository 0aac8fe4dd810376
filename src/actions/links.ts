// Link rules of actions that the generic walk cannot say. React-free: server and scripts import it.
import type { ActionLinker } from '#src/core/link/catalog.ts';
import { isJsonObject } from '#src/core/values.ts';
import { constantFault } from './criterion-constant.ts';
import { linkBulk, linkCommand } from './link-many.ts';

/** Gives the drill-down its route prefix and checks its criteria against the record type. */
const linkSearch: ActionLinker = (step, context) => {
  const entity = typeof step.list === 'string' ? context.entityOfList(step.list) : null;
  if (!entity) return step;
  const known = Object.keys(entity.fields);
  const criteria = Array.isArray(step.criteria) ? step.criteria : [];
  criteria.forEach((criterion: unknown, i) => {
    if (!isJsonObject(criterion) || typeof criterion.fld !== 'string') return;
    const { fld, op } = criterion;
    const field = Object.hasOwn(entity.fields, fld) ? entity.fields[fld] : undefined;
    if (!field) {
      context.report({
        pointer: `/criteria/${i}/fld`,
        rule: 'unknown-field',
        message: `Field "${fld}" is not in entity "${entity.id}".`,
        suggestion: context.suggest(fld, known),
      });
      return;
    }
    if (typeof op === 'string' && !field.search.some((operator) => operator === op)) {
      const offered = field.search.length > 0 ? `It offers ${field.search.join(', ')}.` : 'It offers none.';
      context.report({
        pointer: `/criteria/${i}/${Object.hasOwn(criterion, 'op') ? 'op' : 'fld'}`,
        rule: 'search-operator',
        message: `Field "${fld}" cannot be searched by "${op}". ${offered}`,
        suggestion: context.suggest(op, field.search),
      });
    }
    context.checkCodes(criterion.val, field.codes, `/criteria/${i}/val`);
    const written: readonly unknown[] = Array.isArray(criterion.val) ? criterion.val : [criterion.val];
    for (const [j, value] of written.entries()) {
      // A template is an object by now, so a text is a constant.
      const fault = typeof value === 'string' ? constantFault(value, field.type) : null;
      if (!fault) continue;
      context.report({
        pointer: `/criteria/${i}/val${Array.isArray(criterion.val) ? `/${j}` : ''}`,
        rule: 'criterion-type',
        message: `Field "${fld}" is ${field.type}; "${String(value)}" ${fault.lack}.`,
        suggestion: fault.suggestion,
      });
    }
    // A text would be searched as one value, whatever it is filled with.
    if ((op === 'oneof' || op === 'notoneof') && criterion.val !== undefined && !Array.isArray(criterion.val))
      context.report({
        pointer: `/criteria/${i}/val`,
        rule: 'criterion-value',
        message: `"${op}" takes a list. Write one, or the filter that holds it as "expr": "params.NAME".`,
      });
    const needsValue = op !== 'empty' && op !== 'notempty';
    const values = ['val', 'expr'].filter((key) => criterion[key] !== undefined);
    if (needsValue !== (values.length === 1)) {
      context.report({
        pointer: `/criteria/${i}`,
        rule: 'criterion-value',
        message: needsValue
          ? `The criterion on "${fld}" needs exactly one of "val" and "expr".`
          : `The criterion on "${fld}" takes no value with "${String(op)}". Remove it.`,
      });
    }
  });
  return { ...step, prefix: entity.record.prefix };
};

/** What is set must be a code where its parameter has a table; only a parameter of several values can be added to. */
const linkSet: ActionLinker = (step, context) => {
  const params = isJsonObject(step.params) ? step.params : {};
  for (const [id, value] of Object.entries(params)) {
    const param = context.param?.(id);
    if (!param) continue;
    context.checkCodes(value, param.codes, `/params/${id}`);
    if (param.many || step.mode === 'set' || step.mode === undefined) continue;
    context.report({
      pointer: '/mode',
      rule: 'set-mode',
      message: `"${String(step.mode)}" changes a list of values, and the parameter "${id}" holds one. Remove "mode", or give the parameter "many".`,
    });
  }
  return step;
};

export const actionLinks: ReadonlyMap<string, ActionLinker> = new Map([
  ['search', linkSearch],
  ['set', linkSet],
  ['bulk', linkBulk],
  ['command', linkCommand],
]);
