import type { LinkedScreen } from '#src/core/linked.ts';
import type { Database } from '../database/open-database.ts';
import type { Caller } from '../operation.ts';
import { Problem } from '../problem.ts';
import type { ParamValues } from './bind-params.ts';

async function allDistricts(database: Database): Promise<readonly string[]> {
  const { rows } = await database.owner((client) =>
    client.query<{ code: string }>('select code::text as code from district order by code'),
  );
  return rows.map((row) => row.code);
}

/**
 * The districts a report is asked for: the one of the screen's district parameter, or with `all` (and on a
 * screen without one) every district of the caller. One that is unknown or not the caller's is not found.
 */
export async function askedDistricts(
  screen: LinkedScreen,
  params: ParamValues,
  caller: Caller,
  database: Database,
): Promise<readonly string[]> {
  const mine = caller.districts === '*' ? await allDistricts(database) : caller.districts;
  const param = screen.params.find((candidate) => candidate.entity === 'district');
  const value = param ? params[param.id] : null;
  if (value === null || value === undefined || value === 'all') return mine;
  const asked = Array.isArray(value) ? value.map(String) : [String(value)];
  if (asked.some((code) => !mine.includes(code)))
    throw new Problem(
      'not-found',
      `District "${asked.join(', ').slice(0, 40)}" is unknown or not one of yours.`,
    );
  return asked;
}
