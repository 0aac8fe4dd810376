import type { LinkedScreen } from '#src/core/linked.ts';
import type { Caller } from '../access/caller.ts';
import type { Database } from '../database/open-database.ts';
import { everywhere } from '../database/transaction.ts';
import { originOf } from '../database/waited-for.ts';
import { Problem } from '../problem.ts';
import type { ParamValues } from './bind-params.ts';

const rememberedMs = 5_000;
type Names = ReadonlyMap<string, string>;
const remembered = new WeakMap<Database, { readonly at: number; readonly names: Names }>();

/** Every known district by its code; asked for anew after some seconds, because each report of all districts wants to know. */
export async function districtNames(database: Database, now: Date): Promise<Names> {
  const at = now.getTime();
  const last = remembered.get(originOf(database));
  if (last && at >= last.at && at - last.at < rememberedMs) return last.names;
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<{ code: string; name: string }>(
      'select code::text as code, name from district order by code',
    ),
  );
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  remembered.set(originOf(database), { at, names });
  return names;
}

/** Every district that a person may see. */
export async function districtsOf(
  { districts }: Pick<Caller, 'districts'>,
  database: Database,
  now: Date,
): Promise<readonly string[]> {
  return districts === '*' ? [...(await districtNames(database, now)).keys()] : districts;
}

/**
 * The districts a report is asked for: the one of the screen's district parameter, those of its region, or with `all`
 * (and on a screen without one) every district of the caller; a district may stand for those of its region. What is unknown or not the caller's is not found.
 */
export async function askedDistricts(
  screen: LinkedScreen,
  params: ParamValues,
  caller: Caller,
  database: Database,
  now: Date,
): Promise<readonly string[]> {
  const mine = await districtsOf(caller, database, now);
  const region = screen.params.find((candidate) => candidate.entity === 'region');
  if (region) return inRegion(params[region.id], mine, database);
  const param = screen.params.find((candidate) => candidate.entity === 'district');
  const value = param ? params[param.id] : null;
  if (value === null || value === undefined || value === 'all')
    return param?.wholeRegion ? ofTheirRegions(mine, mine, database) : mine;
  const asked = Array.isArray(value) ? value.map(String) : [String(value)];
  if (asked.some((code) => !mine.includes(code)))
    throw new Problem(
      'not-found',
      `District "${asked.join(', ').slice(0, 40)}" is unknown or not one of yours.`,
    );
  return param?.wholeRegion ? ofTheirRegions(asked, mine, database) : asked;
}

/** Of some districts those that lie in the region of one that is asked for; a district of several regions is of the one made first. */
async function ofTheirRegions(
  asked: readonly string[],
  mine: readonly string[],
  database: Database,
): Promise<readonly string[]> {
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<{ code: string }>(
      `select code::text as code from district
       where contract_region_of(code) in (select contract_region_of(a) from unnest($1::text[]) as a) order by code`,
      [asked],
    ),
  );
  return rows.map(({ code }) => code).filter((code) => mine.includes(code));
}

/** Of some districts those that lie in a region of the contract; surrounding ones do not. */
async function inRegion(
  id: unknown,
  mine: readonly string[],
  database: Database,
): Promise<readonly string[]> {
  if (id === null || id === undefined || id === 'all') return mine;
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<{ codes: readonly string[] }>(
      `select array(select d.district_code::text from region_district d
         where d.region_id = r.id and not d.surrounding order by d.district_code) as codes
       from contract_region r where r.id::text = $1`,
      [String(id)],
    ),
  );
  const codes = rows[0]?.codes;
  const own = codes?.filter((code) => mine.includes(code)) ?? [];
  if (!codes || (codes.length > 0 && own.length === 0))
    throw new Problem(
      'not-found',
      `Region "${String(id).slice(0, 40)}" is unknown or none of its districts is yours.`,
    );
  return own;
}
