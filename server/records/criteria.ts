import type { Criterion, Entity, EntityField, FieldCriterion } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import { Problem, type Rejection } from '../problem.ts';
import { scalarOf } from './formats/formats.ts';
import { faultOfNear, isNear, nearCondition } from './near.ts';
import { listedValue } from './record-fields.ts';
import { isFreeText, likeText } from './text-index.ts';

type Bind = (value: unknown) => string;

const mostValues = 50_000;

function valuesOf(criterion: FieldCriterion): readonly unknown[] {
  if (criterion.op === 'empty' || criterion.op === 'notempty') return [];
  if (criterion.op === 'between' || criterion.op === 'oneof' || criterion.op === 'notoneof')
    return Array.isArray(criterion.val) ? criterion.val : [];
  return [criterion.val];
}

function faultOf(criterion: FieldCriterion, field: EntityField): string | null {
  const { op, val } = criterion;
  const values = valuesOf(criterion);
  if (op === 'between') {
    if (!Array.isArray(val) || val.length !== 2) return 'A pair [from, to] is needed.';
    if (val[0] === null && val[1] === null) return 'One end of the range is needed.';
  } else if (op === 'oneof' || op === 'notoneof') {
    if (!Array.isArray(val) || val.length === 0) return 'A list of values is needed.';
    if (val.length > mostValues) return `At most ${mostValues} values are accepted.`;
  }
  for (const value of values) {
    if (op === 'between' && value === null) continue;
    const fault = scalarOf(field).fault(value);
    if (fault) return fault;
  }
  return null;
}

/** Refuses criteria that name a field or an operator which the caller may not search by. */
export function checkCriteria(criteria: readonly Criterion[], entity: Entity, caller: Caller): void {
  const errors: Rejection[] = [];
  let unknown = false;
  criteria.forEach((criterion, i) => {
    if (isNear(criterion)) {
      const fault = faultOfNear(criterion, entity);
      unknown ||= fault?.at === 'fld';
      if (fault) errors.push({ pointer: `/criteria/${i}/${fault.at}`, message: fault.message });
      return;
    }
    const field = Object.hasOwn(entity.fields, criterion.fld) ? entity.fields[criterion.fld] : undefined;
    if (!field || field.search.length === 0 || !may(caller, field.permission)) {
      unknown = true;
      errors.push({
        pointer: `/criteria/${i}/fld`,
        message: `"${criterion.fld.slice(0, 80)}" cannot be searched by.`,
      });
    } else if (!field.search.includes(criterion.op))
      errors.push({
        pointer: `/criteria/${i}/op`,
        message: `${field.title} knows no operator "${criterion.op}". Use one of ${field.search.join(', ')}.`,
      });
    else {
      const fault = faultOf(criterion, field);
      if (fault) errors.push({ pointer: `/criteria/${i}/val`, message: `${field.title}: ${fault}` });
    }
  });
  if (errors.length > 0)
    throw new Problem(unknown ? 'unknown-field' : 'invalid-request', errors[0]?.message, { errors });
}

function condition(criterion: FieldCriterion, field: EntityField, bind: Bind): string {
  const name = field.format === 'richText' ? `(${listedValue(field)})` : listedValue(field);
  const cast = scalarOf(field).column;
  const isText = cast === 'text';
  const { op, val } = criterion;
  // As an index has it that serves under row security: docs/decisions/0105.
  const compared = isFreeText(field) ? `${name} collate case_insensitive` : name;
  const one = () => `${bind(val)}::${cast}`;
  const like = (before: string, after: string) =>
    `${name} ilike ${bind(`${before}${likeText(val)}${after}`)}::text`;
  switch (op) {
    case 'eq':
      return `${compared} = ${one()}`;
    case 'ne':
      return `${compared} is distinct from ${one()}`;
    case 'lt':
      return `${name} < ${one()}`;
    case 'le':
      return `${name} <= ${one()}`;
    case 'gt':
      return `${name} > ${one()}`;
    case 'ge':
      return `${name} >= ${one()}`;
    case 'between': {
      const [from, to] = Array.isArray(val) ? val : [];
      const ends = [
        ...(from === null || from === undefined ? [] : [`${name} >= ${bind(from)}::${cast}`]),
        ...(to === null || to === undefined ? [] : [`${name} <= ${bind(to)}::${cast}`]),
      ];
      return `(${ends.join(' and ')})`;
    }
    case 'contains':
      return like('%', '%');
    case 'starts':
      return like('', '%');
    case 'ends':
      return like('%', '');
    case 'oneof':
      return `${name} = any(${bind(val)}::${cast}[])`;
    case 'notoneof':
      return `(${name} is null or ${name} <> all(${bind(val)}::${cast}[]))`;
    case 'empty':
      return isText ? `(${name} is null or ${name} = '')` : `${name} is null`;
    case 'notempty':
      return isText ? `(${name} is not null and ${name} <> '')` : `${name} is not null`;
  }
}

/** Conditions joined by AND; run `checkCriteria` before, every name here is one of the entity's. */
export function criteriaConditions(
  criteria: readonly Criterion[],
  entity: Entity,
  bind: Bind,
): readonly string[] {
  return criteria.map((criterion) => {
    if (isNear(criterion)) return nearCondition(criterion, entity, bind);
    const field = entity.fields[criterion.fld];
    if (!field) throw new Problem('unknown-field', `"${criterion.fld}" cannot be searched by.`);
    return condition(criterion, field, bind);
  });
}
