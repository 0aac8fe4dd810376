import {
  isSysparam,
  readCompanyParams,
  readSysparamStamp,
  sysparamRules,
} from '../../access/system-parameters.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkVersion, type Versioned } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';

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

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const values = wanted(body);
  const saved = await context.database.owner(async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('sysparam', 1))");
    const before = await readCompanyParams(client);
    const { rows } = await client.query<{ by: string | null; at: string }>(
      `select (select full_name from app_user u where u.id = s.updated_by) as by, s.updated_at as at
       from sysparam s where s.company = 1 order by s.updated_at desc limit 1`,
    );
    const current = { version: before.version, ...before.params };
    const standing = {
      version: before.version,
      current,
      changedBy: rows[0]?.by ?? null,
      changedAt: rows[0]?.at ?? null,
    };
    const forced = checkVersion(body, standing, 'these parameters');
    for (const [name, value] of values) {
      const old = isSysparam(name) ? before.params[name] : null;
      if (old === value) continue;
      const written = await client.query<{ id: number; version: number }>(
        `insert into sysparam (company, name, value, created_by, updated_by) values (1, $1::text, $2::text, $3::bigint, $3::bigint)
         on conflict (company, name) do update set value = excluded.value, version = sysparam.version + 1,
           updated_by = excluded.updated_by returning id, version`,
        [name, value, caller.id],
      );
      const row = written.rows[0];
      if (!row) throw new Error(`System parameter ${name} was not written.`);
      await writeAudit(client, caller.id, {
        table: 'sysparam',
        id: row.id,
        action: row.version === 1 ? 'insert' : 'update',
        fromVersion: row.version === 1 ? null : row.version - 1,
        // A key is no reading for everybody who reads the audit.
        fields: { [name]: name === 'GMAPIKEY' ? { old: null, new: null } : { old, new: value } },
        forced,
        district: null,
        synthetic: false,
      });
    }
    return readCompanyParams(client);
  });
  // This very answer tells of the change. Where that cannot be read, the next calls find it within seconds.
  context.sysparams.stamp = await readSysparamStamp(context).catch(() => context.sysparams.stamp);
  return { version: saved.version, ...saved.params };
};
