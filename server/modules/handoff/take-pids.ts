import { randomUUID } from 'node:crypto';
import { type Caller, whoOf } from '../../access/caller.ts';
import { elsewhereOf } from '../../access/properties-elsewhere.ts';
import type { Context } from '../../context.ts';
import { writeRows } from '../../database/write-rows.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import type { LeftOut, PidLines } from './pid-lines.ts';

interface Given {
  readonly direction: 'OUT' | 'IN';
  readonly source: 'RESULT' | 'PASTED' | 'FILE';
  readonly fileName: string | null;
}

export interface Taken {
  readonly id: number;
  readonly n: number;
  readonly faults: number;
}

const most = 50_000;
/** Wrong lines that are told at once. */
const told = 5;

/** Keeps a list of PIDs: those that the caller sees are taken, every other line is kept with what is wrong with it. */
export async function takePids(
  context: Context,
  caller: Caller,
  list: PidLines,
  { direction, source, fileName }: Given,
): Promise<Taken> {
  const pids = [...list.pids.keys()];
  if (pids.length > most)
    throw new Problem('refused', `A list has ${most.toLocaleString('en-AU')} PIDs at most. Divide it.`);
  const dataset =
    (await chosenDataset(caller, context.database)) ??
    (await defaultDataset(context.database, context.now()));
  const { rows: seen } = await context.database.read(whoOf(caller), { dataset }, (client) =>
    client.query<{ id: number }>('select id from property where id = any ($1::bigint[])', [pids]),
  );
  const mine = new Set(seen.map(({ id }) => id));
  const elsewhere = await elsewhereOf(
    context.database,
    caller,
    pids.filter((pid) => !mine.has(pid)),
  );
  const absent = pids
    .filter((pid) => !mine.has(pid))
    .map(
      (pid): LeftOut => ({
        line: list.pids.get(pid) ?? 0,
        text: String(pid),
        fault: elsewhere.get(pid) ?? 'UNKNOWN',
      }),
    );
  const faults = [...list.leftOut, ...absent].sort((a, b) => a.line - b.line);
  const taken = pids.filter((pid) => mine.has(pid));
  const mark = randomUUID();
  return context.database.write(whoOf(caller), async (client) => {
    await writeRows(client, {
      action: 'insert',
      table: 'handoff_log',
      columns: {
        direction: '$1::text',
        source: '$2::text',
        file_name: '$3::text',
        pids: '$4::bigint[]',
        n_lines: '$5::integer',
        faults: '$6::jsonb',
        mark: '$7::uuid',
      },
      from: '(select) one',
      values: [direction, source, fileName, taken, list.lines, JSON.stringify(faults), mark],
    });
    const { rows } = await client.query<{ id: number }>('select id from handoff_log where mark = $1::uuid', [
      mark,
    ]);
    return { id: rows[0]?.id ?? 0, n: taken.length, faults: faults.length };
  });
}

/** None of a list is taken in which a line is no PID, or that has none at all. */
export function refuseWrong({ wrong, pids }: PidLines, code: ProblemCode, pointer: string): void {
  if (wrong.length === 0 && pids.size > 0) return;
  if (wrong.length === 0) {
    const message = 'There is no PID in it. Give one a line.';
    throw new Problem(code, message, { errors: [{ pointer, message }] });
  }
  const sentences = wrong.slice(0, told).map(({ line, message }) => `Line ${line}: ${message}`);
  const rest = wrong.length - told;
  const more = rest > 0 ? ` ${rest} more ${rest === 1 ? 'line is' : 'lines are'} wrong.` : '';
  const whole = `${sentences.join(' ')}${more} Nothing was taken.`;
  throw new Problem(code, whole, {
    errors: [
      { pointer, message: whole },
      ...wrong.slice(0, 200).map(({ line, message }) => ({ pointer: `/lines/${line}`, message })),
    ],
  });
}
