import { whoOf } from '../../access/caller.ts';
import {
  isSysparam,
  readCompanyParams,
  readSysparamStamp,
  sysparamRules,
} from '../../access/system-parameters.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

import { conflictProblem, demandVersion, isForced, isStale, type Versioned } from '../../records/conflict.ts';
import { holdRecords } from '../../records/hold.ts';
import { planCreate, planSave } from '../../records/plan.ts';
import { refusal } from '../../records/rejected.ts';
import { groundOf, ownEntity } from '../../records/served.ts';
import { writePlans } from '../../records/write.ts';

type Body = Versioned & { readonly [name: string]: unknown };

/** Without them the product has no base date and no name to show. */
const needed = new Set(['CURRBASE', 'COMPNAME']);

function wanted(body: Body): ReadonlyMap<string, string | null> {
  const values = new Map<string, string | null>();
  const errors = [];
  for (const [name, given] of Object.entries(body)) {
    if (!isSysparam(name)) continue;
    const value = typeof given === 'string' && given.trim() !== '' ? given.trim() : null;
    const rule = sysparamRules[name];
    if (value === null ? needed.has(name) : !rule.accepts.test(value))
      errors.push({ pointer: `/${name}`, message: `${name} takes ${rule.expects}.` });
    values.set(name, value);
  }
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
  return values;
}

export const handler: OperationHandler<'sysparam.save'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const values = wanted(body);
  demandVersion(body);
  const saved = await context.database.write(whoOf(caller), async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('sysparam', 1))");
    const before = await readCompanyParams(client);
    const entity = ownEntity('systemParameter', context);
    const { rows } = await client.query<{ id: number; name: string }>(
      'select id, name from sysparam where company = 1 order by updated_at desc',
    );
    const held = await holdRecords(
      client,
      entity,
      rows.map(({ id }) => id),
    );
    const newest = held.get(rows[0]?.id ?? 0);
    const current = { version: before.version, ...before.params };
    // One version for all of them: the sum of theirs.
    if (newest && isStale(body, before.version))
      throw conflictProblem({ ...newest, version: before.version }, caller.id, current, 'these parameters');
    const forced = isForced(body, before.version);
    const ground = groundOf(context);
    const plans = [...values].flatMap(([name, value]) => {
      const old = isSysparam(name) ? before.params[name] : null;
      if (old === value) return [];
      const row = held.get(rows.find((one) => one.name === name)?.id ?? 0);
      const plan = row
        ? planSave(entity, row, { value, version: row.version }, caller, ground)
        : planCreate(entity, { name, value }, caller, ground);
      if ('errors' in plan) throw refusal(plan);
      // A key is no reading for everybody who reads the audit.
      const told = { [name]: name === 'GMAPIKEY' ? { old: null, new: null } : { old, new: value } };
      return [{ ...plan, forced, told }];
    });
    await writePlans(client, plans, caller.id);
    return readCompanyParams(client);
  });
  // This very answer tells of the change. Where that cannot be read, the next calls find it within seconds.
  context.sysparams.stamp = await readSysparamStamp(context).catch(() => context.sysparams.stamp);
  return { version: saved.version, ...saved.params };
};
