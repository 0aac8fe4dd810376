// Rows inside and outside each policy, made from the catalogue: a new table is tried without a line here.
import type pg from 'pg';

const commands = ['select', 'insert', 'update', 'delete'] as const;
type Command = (typeof commands)[number];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly key: boolean;
  readonly identity: boolean;
  readonly made: boolean;
}

/** A column by which a policy tells whose a row is, with a value of the asker's and one of somebody else. */
interface Sign {
  readonly column: string;
  readonly inside: string;
  readonly outside: string;
}

const asker =
  "set local cadastre.districts = '001'; set local cadastre.work_districts = '001'; set local cadastre.dataset = 'real'; set local cadastre.user_id = '5'";
/** May look where the rows lie, and work elsewhere. */
const searching = "set local cadastre.work_districts = '003'";
/** With every permission that a policy asks for. */
const entitled = (perms: readonly string[]) => `${asker}; set local cadastre.perms = '${perms.join(',')}'`;
const nobody =
  "set local cadastre.districts = ''; set local cadastre.dataset = 'real'; set local cadastre.user_id = ''";

const signs: { readonly [column: string]: Omit<Sign, 'column'> } = {
  district_code: { inside: "'001'", outside: "'002'" },
  districts: { inside: "'{001}'", outside: "'{002}'" },
  synthetic: { inside: 'false', outside: 'true' },
  company: { inside: '1', outside: '2' },
  part: { inside: "'001'", outside: "'002'" },
  perm: { inside: "'propV'", outside: "'saleV'" },
};
const ownSign = { inside: '5', outside: '6' };
const ownColumns = ['user_id', 'owner_id', 'to_user_id', 'from_user_id', 'created_by', 'uploaded_by'];

/** Where one sign suffices: a row is outside only by all of them. */
const eitherSuffices = new Set([
  'notification select',
  'import_file select',
  'import_file update',
  'phrase_list select',
]);

export async function reachableTables(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
      select from unnest(array['cadastre_reader', 'cadastre_writer']) as role
      where has_any_column_privilege(role, c.oid, 'select, insert, update') or has_table_privilege(role, c.oid, 'delete'))
    order by 1`);
  return rows.map(({ name }) => name);
}

/** A table whose rows can be made at will, in the transaction of the client. */
export interface Prepared {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly parents: readonly { readonly column: string; readonly table: string }[];
}

export async function prepareTable(client: pg.ClientBase, table: string): Promise<Prepared> {
  const columns = await columnsOf(client, table);
  const parents = await parentsOf(client, table);
  await loosen(client, table, columns);
  for (const parent of parents) await makeParents(client, parent.table);
  return { table, columns, parents };
}

/** What a request may that it should not, and may not that it should. */
export async function proveRowSecurity(
  client: pg.ClientBase,
  prepared: Prepared,
  tried: readonly Command[] = commands,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const role of ['cadastre_reader', 'cadastre_writer'])
    for (const command of tried)
      if (await granted(client, role, prepared.table, command))
        faults.push(...(await proveCommand(client, { ...prepared, role, command })));
  return faults;
}

interface Trial extends Prepared {
  readonly role: string;
  readonly command: Command;
}

async function proveCommand(client: pg.ClientBase, trial: Trial): Promise<readonly string[]> {
  const { table, role, command } = trial;
  const policies = await policyText(client, table, command);
  const own = await signsOf(client, trial, policies);
  // Where a policy takes one's own row or a permission, the row is tried; where it takes both, each is.
  const perms = own.some(({ column }) => column === 'id' || ownColumns.includes(column))
    ? []
    : permsIn(policies);
  const asking = entitled([
    ...perms,
    ...(perms.length > 0 && own.some(({ column }) => column === 'perm') ? ['propV'] : []),
  ]);
  const inside = values(own, []);
  const faults: string[] = [];
  const expectRow = async (able: boolean, row: Values, settings: string, why: string) => {
    if ((await may(client, trial, row, settings)) !== able)
      faults.push(`${table}: ${role} may ${able ? 'not ' : ''}${command} a row that lies ${why}`);
  };
  await expectRow(true, inside, asking, 'inside');
  // What lies in a district is written by who works there, whether a policy says so or not.
  const placed = own.some(({ column }) => column === 'district_code' || column === 'part');
  if (command !== 'select' && placed)
    await expectRow(false, inside, `${asking}; ${searching}`, 'in a district that may only be searched');
  if (perms.length > 0) await expectRow(false, inside, asker, 'outside for want of a permission');
  await expectRow(false, inside, nobody, 'outside for want of a name');
  if (eitherSuffices.has(`${table} ${command}`) || own.length === 0)
    await expectRow(false, values(own, own), own.length === 0 ? nobody : asking, 'outside');
  else
    for (const sign of own) {
      await expectRow(false, values(own, [sign]), asking, `outside by ${sign.column}`);
      // A row of one's own may not be given away either.
      if (
        command === 'update' &&
        (await may(client, trial, inside, asking, `update ${table} set "${sign.column}" = ${sign.outside}`))
      )
        faults.push(`${table}: ${role} may update a row so that it lies outside by ${sign.column}`);
    }
  return faults;
}

type Values = { readonly [column: string]: string };

function values(all: readonly Sign[], outside: readonly Sign[]): Values {
  return Object.fromEntries(
    all.map((sign) => [sign.column, outside.includes(sign) ? sign.outside : sign.inside]),
  );
}

/** The conditions that hold for a command. */
async function policyText(client: pg.ClientBase, table: string, command: Command): Promise<string> {
  const { rows } = await client.query<{ text: string | null }>(
    `select string_agg(concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), ' ') as text
     from pg_policy where polrelid = $1::text::regclass and polcmd::text in ('*', $2)`,
    [table, { select: 'r', insert: 'a', update: 'w', delete: 'd' }[command]],
  );
  return rows[0]?.text ?? '';
}

function permsIn(policies: string): readonly string[] {
  return policies.includes('app_perms')
    ? [...new Set(policies.match(/(?<=['{,])[a-z]{4}[A-Z](?=['},])/g))]
    : [];
}

/** The columns that tell whose a row is: those there are, those a parent's row tells, whatever the policy says. */
async function signsOf(
  client: pg.ClientBase,
  { table, columns, parents }: Trial,
  text: string,
): Promise<readonly Sign[]> {
  const declared = await client.query<{ scope: string | null }>(
    `select substr(obj_description(oid, 'pg_policy'), 8) as scope from pg_policy where polrelid = $1::text::regclass and obj_description(oid, 'pg_policy') like 'scope: %' limit 1`,
    [table],
  );
  const scope = declared.rows[0]?.scope ?? null;
  const named = (column: string) => new RegExp(`\\b${column}\\b`).test(text);
  const found: Sign[] = [];
  for (const { name } of columns) {
    const general = signs[name];
    const ofScope = scope === 'district' && (name === 'district_code' || name === 'synthetic');
    if (general && (named(name) || ofScope)) found.push({ column: name, ...general });
    else if (ownColumns.includes(name) && named(name)) found.push({ column: name, ...ownSign });
  }
  // One's own account: a row of people is whose it names by its key.
  if (/\bid = \( SELECT app_user_id\(\)/.test(text)) found.push({ column: 'id', ...ownSign });
  for (const parent of parents) if (named(parent.table)) found.push({ column: parent.column, ...ownSign });
  return found;
}

/** Whether the role may do it with a row of these values; nothing of it stays. */
async function may(
  client: pg.ClientBase,
  trial: Trial,
  row: Values,
  settings: string,
  command: string = trial.command,
): Promise<boolean> {
  const { table, columns, role } = trial;
  const insert = insertion(table, columns, row);
  const writable = command === 'update' ? await writableColumns(client, role, table) : [];
  const changed =
    columns.find(({ name, identity, made, key }) => !identity && !made && !key && writable.includes(name))
      ?.name ?? '';
  const text =
    {
      select: `select 1 from ${table}`,
      insert,
      update: `update ${table} set "${changed}" = "${changed}"`,
      delete: `delete from ${table}`,
    }[command] ?? command;
  await client.query(
    `savepoint trial; ${text === insert ? '' : `${insert};`} ${settings}; set local role ${role}`,
  );
  try {
    return ((await client.query(text)).rowCount ?? 0) > 0;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  } finally {
    await client.query('rollback to savepoint trial');
  }
}

/** Some tables are granted for single columns. */
async function writableColumns(
  client: pg.ClientBase,
  role: string,
  table: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $2::text::regclass and attnum > 0 and not attisdropped
       and has_column_privilege($1::text, attrelid, attnum, 'update')`,
    [role, table],
  );
  return rows.map(({ name }) => name);
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501';
}

/** The row with what its key needs besides. */
function insertion(table: string, columns: readonly Column[], row: Values): string {
  const needed = columns.filter(({ key, identity, name }) => key && !identity && !(name in row));
  const names = [...Object.keys(row), ...needed.map(({ name }) => name)];
  if (names.length === 0) return `insert into ${table} default values`;
  const given = [
    ...Object.values(row),
    ...needed.map(({ type }) =>
      /int|numeric/.test(type) ? '1' : type === 'uuid' ? 'gen_random_uuid()' : "'x'",
    ),
  ];
  return `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${given.join(', ')})`;
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attidentity <> '' as identity,
       a.attgenerated <> '' as made, coalesce(a.attnum = any (k.conkey), false) as key
     from pg_attribute a left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
     where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  return rows;
}

async function parentsOf(client: pg.ClientBase, table: string) {
  const { rows } = await client.query<{ column: string; table: string }>(
    `select a.attname as column, k.confrelid::regclass::text as table from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.conrelid = $1::text::regclass and k.contype = 'f' and cardinality(k.conkey) = 1 and k.confrelid <> k.conrelid
       and exists (select from pg_policy p where p.polrelid = k.conrelid
         and concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
           ~ ('\\m' || k.confrelid::regclass || '\\M'))`,
    [table],
  );
  return rows;
}

/** Rows 5, the asker's, and 6, somebody else's, of a table that a policy asks about: told by a person, else by the district. */
async function makeParents(client: pg.ClientBase, table: string): Promise<void> {
  const columns = await columnsOf(client, table);
  await loosen(client, table, columns);
  const owned = columns.some(({ name }) => name === 'user_id');
  for (const id of [5, 6]) {
    const [column, value] = owned ? ['user_id', id] : ['district_code', id === 5 ? "'001'" : "'002'"];
    await client.query(
      `insert into ${table} (id, ${column}) overriding system value values (${id}, ${value})`,
    );
  }
}

/** What a table demands beside whose its rows are is of no matter here: it goes, and comes back with the rollback. */
async function loosen(client: pg.ClientBase, table: string, columns: readonly Column[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::text::regclass and contype in ('c', 'f')`,
    [table],
  );
  const changes = [
    'disable trigger user',
    ...rows.map(({ name }) => `drop constraint "${name}"`),
    ...columns
      .filter(({ key, identity, made }) => !key && !identity && !made)
      .map(({ name }) => `alter column "${name}" drop not null`),
  ];
  await client.query(`alter table ${table} ${changes.join(', ')}`);
  const named = await client.query<{ by: string; name: string }>(
    `select conrelid::regclass::text as by, conname as name from pg_constraint
     where confrelid = $1::text::regclass and contype = 'f' and conrelid <> confrelid`,
    [table],
  );
  for (const { by, name } of named.rows) await client.query(`alter table ${by} drop constraint "${name}"`);
  await client.query(`delete from ${table}`);
}

async function granted(
  client: pg.ClientBase,
  role: string,
  table: string,
  command: Command,
): Promise<boolean> {
  const asks = command === 'delete' ? 'has_table_privilege' : 'has_any_column_privilege';
  const { rows } = await client.query<{ able: boolean }>(`select ${asks}($1, $2, $3) as able`, [
    role,
    table,
    command,
  ]);
  return rows[0]?.able === true;
}
