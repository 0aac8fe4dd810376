import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSetupError } from './errors.ts';
import { requestRoles } from './roles.ts';

/** A rule about the database: one query under rules/ that answers a row for each thing that breaks it. */
export interface Rule {
  readonly name: string;
  /** The server does not start on a refused one; the others are told by `npm run screens -- check`. */
  readonly level: 'refuse' | 'report';
  readonly sql: string;
}

export interface RuleFinding {
  readonly rule: string;
  readonly level: 'refuse' | 'report';
  readonly kind: string;
  /** Name of the table, view, function or role. */
  readonly place: string;
  readonly message: string;
  readonly remedy: string;
  readonly [column: string]: unknown;
}

/** Anything that asks one statement without values. */
export interface Asker {
  query(text: string): Promise<{ readonly rows: unknown[] }>;
}

/** A finding that is as it should be, with the reason. */
interface Accepted {
  readonly rule: string;
  readonly place: string;
  readonly reason: string;
}

const here = dirname(fileURLToPath(import.meta.url));

export function readRules(): readonly Rule[] {
  const folder = join(here, 'rules');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      const level = /^-- level: (refuse|report)$/m.exec(sql)?.[1];
      if (level !== 'refuse' && level !== 'report')
        throw new DatabaseSetupError(
          `The rule ${file} does not say how bad its findings are. Begin it with "-- level: refuse" or "-- level: report".`,
        );
      return { name: file.slice(0, -'.sql'.length), level, sql };
    });
}

function isFinding(row: unknown): row is RuleFinding {
  return typeof row === 'object' && row !== null && 'rule' in row && 'place' in row;
}

/** All rules in one statement, on one snapshot of the catalogue. */
export async function askRules(
  client: Asker,
  rules: readonly Rule[] = readRules(),
  roles: readonly string[] = requestRoles,
): Promise<readonly RuleFinding[]> {
  if (rules.length === 0) return [];
  const reachable = readFileSync(join(here, 'reachable.sql'), 'utf8').replace(
    ':request_roles',
    roles.join(','),
  );
  const each = rules.map(
    ({ name, level, sql }) =>
      `select '${name}' as rule, '${level}' as level, found.* from (\n${sql}\n) as found`,
  );
  const { rows } = await client.query(`${reachable}\n${each.join('\nunion all\n')}\norder by 1, 4, 5`);
  const accepted: readonly Accepted[] = JSON.parse(readFileSync(join(here, 'accepted.json'), 'utf8'));
  return rows
    .filter(isFinding)
    .filter(({ rule, place }) => !accepted.some((one) => one.rule === rule && one.place === place));
}

/** What the rules find. As the owner, who alone reads the table of the indexes that texts are found by. */
export function findingsOf(database: {
  owner<Result>(work: (client: Asker) => Promise<Result>): Promise<Result>;
}): Promise<readonly RuleFinding[]> {
  return database.owner((client) => askRules(client));
}

/** Throws when a request could see or do what no policy allows. */
export async function refuseOpenTables(client: Asker): Promise<void> {
  const rules = readRules().filter(({ level }) => level === 'refuse');
  const found = await askRules(client, rules);
  if (found.length === 0) return;
  const told = found.slice(0, 10).map(({ rule, message, remedy }) => `  ${rule}: ${message} ${remedy}`);
  const more = found.length > told.length ? [`  and ${found.length - told.length} more.`] : [];
  throw new DatabaseSetupError(
    ['The database is not closed to requests, so the server does not start:', ...told, ...more].join('\n'),
  );
}
