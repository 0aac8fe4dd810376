import { createHash } from 'node:crypto';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { writeRows } from '../../database/write-rows.ts';
import { refuseOther } from '../../import/refuse-other.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { givenBytes, givenName } from '../../plugins/given-file.ts';
import { Problem } from '../../problem.ts';
import { readVat, type VatFault, type VatLine } from './vat-lines.ts';

/** Bytes of a file of exceptions, which is kept in the database. */
const most = 10 * 1024 * 1024;
/** Faults that are told at once. */
const told = 5;

export const handler: OperationHandler<'vat.upload'> = async (call) => {
  const { request, query, context } = call;
  const caller = signedIn(call);
  const bytes = await givenBytes(request.body, most);
  const { encoding, lines, faults } = readVat(bytes);
  if (faults.length > 0) await refuseOther(context, { name: query.name, bytes }, 'VAT');
  refuse(faults);
  const name = givenName(query.name, 'exceptions');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const districts = [...new Set(lines.map(({ district_code }) => district_code))].sort();
  return context.database.write(whoOf(caller), async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`vat ${sha256}`]);
    refuse(foreignLines(lines, caller, await knownOf(client, districts)));
    await refuseTwice(client, sha256);
    const values = [name, sha256, bytes, encoding, districts, lines.length];
    await writeRows(client, {
      action: 'insert',
      table: 'vat_file',
      columns: {
        name: '$1::text',
        sha256: '$2::text',
        bytes: '$3::bytea',
        encoding: '$4::text',
        districts: '$5::text[]',
        lines: '$6::integer',
      },
      from: '(select) one',
      unless: ['sha256'],
      values,
    });
    const { rows } = await client.query<{ id: number }>('select id from vat_file where sha256 = $1', [
      sha256,
    ]);
    const id = rows[0]?.id;
    // Somebody's who works elsewhere: of it nothing more can be told.
    if (id === undefined)
      throw new Problem('refused-file', 'This file was uploaded already. Nothing was added.');
    await writeRows(client, {
      action: 'insert',
      table: 'vat_exception',
      columns: {
        file_id: 'f.id',
        synthetic: 'f.synthetic',
        line_no: 'l.line_no',
        district_code: 'l.district_code',
        base_date: 'l.base_date',
        level: 'l.level',
        key: 'l.key',
        test: 'l.test',
        message: 'l.message',
        given: 'l.given',
      },
      from: `jsonb_to_recordset($1::jsonb) as l (line_no integer, district_code text, base_date date, level text, key text,
        test text, message text, given text), vat_file f where f.id = $2::bigint order by l.line_no`,
      values: [JSON.stringify(lines), id],
    });
    return { id, name, lines: lines.length, districts };
  });
};

/** Nothing is taken of a file in which a line is wrong. */
function refuse(faults: readonly VatFault[]): void {
  if (faults.length === 0) return;
  const sentences = faults
    .slice(0, told)
    .map(({ line, message }) => (line === null ? message : `Line ${line}: ${message}`));
  const more = faults.length > told ? ` ${faults.length - told} more lines are wrong.` : '';
  throw new Problem('refused-file', `${sentences.join(' ')}${more} Nothing was taken.`, {
    errors: faults
      .slice(0, 200)
      .map(({ line, message }) => ({ pointer: line === null ? '' : `/lines/${line}`, message })),
  });
}

function foreignLines(lines: readonly VatLine[], caller: Caller, known: ReadonlySet<string>) {
  const { workDistricts } = caller;
  const reasons = new Map<string, string>();
  for (const { district_code: district } of lines) {
    if (!known.has(district)) reasons.set(district, `There is no district ${district}.`);
    else if (workDistricts !== '*' && !workDistricts.includes(district))
      reasons.set(district, `It is of district ${district}, in which you do not work.`);
  }
  return lines.flatMap(({ line_no: line, district_code }): VatFault[] => {
    const message = reasons.get(district_code);
    return message === undefined ? [] : [{ line, message }];
  });
}

async function knownOf(client: DatabaseClient, districts: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ code: string }>(
    'select code from district where code = any ($1::text[])',
    [districts],
  );
  return new Set(rows.map(({ code }) => code));
}

async function refuseTwice(client: DatabaseClient, sha256: string): Promise<void> {
  const { rows } = await client.query<{ name: string; day: string; by: string | null }>(
    `select f.name, to_char(f.uploaded_at at time zone 'Australia/Sydney', 'FMDD-Mon-YYYY') as day,
      (select u.full_name from app_user u where u.id = f.uploaded_by) as by
     from vat_file f where f.sha256 = $1`,
    [sha256],
  );
  const [file] = rows;
  if (file)
    throw new Problem(
      'refused-file',
      `This file is here already: “${file.name}”, uploaded on ${file.day}${file.by === null ? '' : ` by ${file.by}`}. Nothing was added.`,
    );
}
