import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found, Problem, type Rejection } from '../../problem.ts';
import { moveRecord } from '../../records/move.ts';
import { ownEntity } from '../../records/served.ts';

type Choice = 'keep' | 'replace';

export const handler: OperationHandler<'conflict.decide'> = async (call) => {
  const { params, body, context } = call;
  const caller = signedIn(call);
  const { version, decision, fields = {} } = body;
  const entity = ownEntity('saleConflict', context);
  if (decision !== 'merge')
    return found(await moveRecord(context, caller, entity, params.id, { version, move: decision }));
  const inConflict = await fieldsOf(context, caller, params.id);
  refuseOthers(inConflict, fields);
  const [same, ...others] = new Set(Object.values(fields));
  if (same && others.length === 0)
    return found(await moveRecord(context, caller, entity, params.id, { version, move: same }));
  const values = { chosen: fields };
  return found(
    await moveRecord(context, caller, entity, params.id, { version, move: 'merge', by: 'server', values }),
  );
};

/** The fields of a conflict never change; nothing is told of one that is not there. */
async function fieldsOf(context: Context, caller: Caller, id: number): Promise<readonly string[]> {
  const { rows } = await context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<{ fields: string[] }>('select fields from sale_conflict where id = $1::bigint', [id]),
  );
  return rows[0]?.fields ?? [];
}

function refuseOthers(inConflict: readonly string[], chosen: Readonly<Record<string, Choice>>): void {
  if (inConflict.length === 0) return;
  const at = (field: string, message: string): Rejection => ({ pointer: `/fields/${field}`, message });
  const errors = [
    ...inConflict
      .filter((field) => chosen[field] === undefined)
      .map((field) => at(field, `Say whether to keep or replace: ${field.replaceAll('_', ' ')}.`)),
    ...Object.keys(chosen)
      .filter((field) => !inConflict.includes(field))
      .map((field) => at(field, `It is not in conflict: ${field.replaceAll('_', ' ')}.`)),
  ];
  if (errors[0]) throw new Problem('refused', errors.map(({ message }) => message).join(' '), { errors });
}
