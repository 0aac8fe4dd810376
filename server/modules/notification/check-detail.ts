import type { Criterion } from '#src/core/entity.ts';
import { searchOperators } from '#src/core/operators.ts';
import type { Caller } from '../../access/caller.ts';
import type { NotifyType } from '../../access/notify.ts';
import type { Context } from '../../context.ts';
import { compileSchema, rejections } from '../../plugins/schemas.ts';
import { Problem } from '../../problem.ts';
import { checkCriteria } from '../../records/criteria.ts';

/** What a person may send; the other types are the system's. */
export type SentType = Exclude<NotifyType, 'IMPTDONE' | 'EXPTDONE'>;

const closed = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const text = (most: number) => ({ type: 'string', minLength: 1, maxLength: most });
const ids = { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'integer', minimum: 1 } };
const criteria = {
  type: 'array',
  maxItems: 100,
  items: closed({ fld: text(80), op: { enum: searchOperators }, val: {} }, ['fld', 'op']),
};

const shapes = {
  NOTEMESS: closed({ text: { type: 'string', maxLength: 2000 } }),
  SHARSRCH: closed({
    type: text(40),
    crit: closed({ criteria, cond_text: { type: 'string', maxLength: 4000 } }),
  }),
  SUPPASND: closed({ ids }),
  ANLYASND: closed({ ids }),
  STGECHGD: closed({ item_type: text(10), to_stage: text(100), ids }),
} satisfies { readonly [type in SentType]: object };

const checks = new Map(Object.entries(shapes).map(([type, schema]) => [type, compileSchema(schema)]));

interface SharedSearch {
  readonly type: string;
  readonly crit: { readonly criteria: readonly Criterion[] };
}

function isShared(type: SentType, detail: object): detail is SharedSearch {
  return type === 'SHARSRCH' && 'crit' in detail;
}

/** Who opens a shared search is asked for their rights again; this refuses what the sender could not search either. */
function checkSearch(detail: SharedSearch, caller: Caller, context: Context): void {
  const entity = [...context.definitions.current().entities.values()].find(
    ({ record }) => !record.own && (record.list === detail.type || record.prefix === detail.type),
  );
  if (!entity)
    throw new Problem('refused', `"${detail.type}" is no list that can be searched.`, {
      errors: [{ pointer: '/notify_detail/type', message: 'This list is unknown.' }],
    });
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  checkCriteria(detail.crit.criteria, entity, caller);
}

export function checkDetail(type: SentType, detail: object, caller: Caller, context: Context): void {
  const message = 'Please type your message before sending';
  const typed: unknown = type === 'NOTEMESS' ? Reflect.get(detail, 'text') : 'x';
  if (typed === undefined || (typeof typed === 'string' && typed.trim() === ''))
    throw new Problem('refused', message, { errors: [{ pointer: '/notify_detail/text', message }] });
  const check = checks.get(type);
  if (check && !check(detail)) {
    const errors = rejections(check.errors, '/notify_detail');
    throw new Problem('refused', `The details do not suit ${type}: ${errors[0]?.message ?? ''}`, { errors });
  }
  if (isShared(type, detail)) checkSearch(detail, caller, context);
}
