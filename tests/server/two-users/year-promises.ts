// What must hold of a year's notes, links and factors after any number of people worked on them at once. Pure.
import type { AuditLine } from './evidence.ts';
import { groupedBy } from './grouped.ts';
import { valuesBefore, type YearRequest } from './year.ts';

export interface FactorRun {
  readonly id: number;
  readonly district_code: string;
  readonly factor: number;
  readonly state: string;
  readonly job_id: number;
  /** What it wrote, and over what: null where there was no value. */
  readonly wrote: readonly { readonly id: number; readonly old: number | null; readonly now: number }[];
}

export interface YearEvidence {
  readonly requests: readonly YearRequest[];
  readonly records: readonly {
    readonly list: string;
    readonly id: number;
    readonly version: number;
    readonly text: string;
  }[];
  readonly audit: readonly (AuditLine & { readonly list: string })[];
  readonly runs: readonly FactorRun[];
  readonly values: readonly { readonly id: number; readonly district_code: string; readonly v1: number }[];
  readonly factors: readonly { readonly district_code: string; readonly factor: number | null }[];
}

/** All that is broken; empty when every promise is kept. */
export function brokenYear(year: YearEvidence): readonly string[] {
  const strange = year.requests.flatMap(({ kind, list, status }) =>
    [200, 201, 204, 400, 404, 409, 422].includes(status)
      ? []
      : [`${kind} of ${list} was answered with ${status}.`],
  );
  return [...strange, ...brokenRecords(year), ...brokenFactors(year)];
}

interface Change {
  readonly of: string;
  readonly user: number;
  readonly action: AuditLine['action'];
  readonly read: number | null;
  readonly version: number;
  readonly text: string | null;
}

function changesOf({ kind, list, user, rows, status, answer }: YearRequest): readonly Change[] {
  if (status >= 300 || list === 'factors') return [];
  if (kind === 'delete')
    return rows.map(({ id, version = 0 }) => ({
      of: `${list} ${id}`,
      user,
      action: 'delete',
      read: version,
      version: version + 0.5,
      text: null,
    }));
  const answers: readonly { id: number; version: number }[] = kind === 'many' ? answer.rows : [answer];
  return answers.map(({ id, version }, n) => ({
    of: `${list} ${id}`,
    user,
    action: kind === 'create' ? 'insert' : 'update',
    read: rows[n]?.version ?? null,
    version,
    text: String(rows[n]?.text),
  }));
}

/** Each note and link, from version to version beside its history, to what stands at the end. */
function brokenRecords({ requests, records, audit }: YearEvidence): readonly string[] {
  const changes = groupedBy(requests.flatMap(changesOf), ({ of }) => of);
  const lines = groupedBy(audit, ({ list, row_id }) => `${list} ${row_id}`);
  const stands = new Map(records.map((record) => [`${record.list} ${record.id}`, record]));
  const broken: string[] = [];
  for (const of of new Set([...changes.keys(), ...lines.keys(), ...stands.keys()])) {
    const made = (changes.get(of) ?? []).toSorted((a, b) => a.version - b.version);
    const told = lines.get(of) ?? [];
    if (told.length !== made.length)
      broken.push(`${of} has ${told.length} entries of history for ${made.length} acknowledged changes.`);
    made.forEach(({ user, action, read, version, text }, n) => {
      const before = made[n - 1] ?? null;
      const where = `${of}, version ${version} by user ${user}`;
      const line = told[n];
      if (read !== (before?.version ?? null))
        broken.push(`${where} was acknowledged though it had read version ${read}, not ${before?.version}.`);
      if (line && (line.user_id !== user || line.action !== action))
        broken.push(`${where}: the history tells ${line.action} by ${line.user_id}.`);
      const entry = line?.fields.text;
      if (line && action === 'update' && (entry?.old !== before?.text || entry?.new !== text))
        broken.push(`${where}: the history tells ${JSON.stringify(entry)}, ${before?.text} became ${text}.`);
    });
    const last = made.at(-1);
    const there = stands.get(of);
    if ((last?.text ?? null) !== (there?.text ?? null))
      broken.push(`${of} stands at ${there?.text}, and ${last?.text} was acknowledged last.`);
  }
  for (const { kind, list, rows, status, answer } of requests)
    if (kind === 'save' && status === 409 && answer.current_version === rows[0]?.version)
      broken.push(`A save of ${list} ${rows[0]?.id} was refused for the version that it had read.`);
  return broken;
}

/** Each factor was written over just what was seen, once, and is gone where that was acknowledged; the last that stands holds. */
function brokenFactors({ requests, runs, values, factors }: YearEvidence): readonly string[] {
  const broken: string[] = [];
  const done = (kind: YearRequest['kind']) =>
    requests.filter((request) => request.kind === kind && request.status === 200);
  const byJob = groupedBy(runs, ({ job_id }) => job_id);
  const applied = new Map(done('apply').map((request) => [request.job ?? 0, request]));
  const undone = new Set(done('undo').map(({ job }) => job));
  for (const { id, job_id } of runs)
    if (!applied.has(job_id)) broken.push(`Factor run ${id} was made by no acknowledged request.`);
  for (const [job, { factor, seen }] of applied) {
    const made = byJob.get(job) ?? [];
    // One that stands already writes nothing.
    if (made.length !== (seen?.size ? 1 : 0))
      broken.push(`The factor of job ${job} made ${made.length} runs.`);
    for (const run of made) {
      if (run.factor !== factor) broken.push(`Run ${run.id} is of ${run.factor}, and ${factor} was asked.`);
      if ((run.state === 'UNDONE') !== undone.has(job))
        broken.push(
          `Run ${run.id} is ${run.state}, and its undo was ${undone.has(job) ? '' : 'not '}acknowledged.`,
        );
      for (const { id, old, now } of run.wrote) {
        if (seen?.get(id) !== old)
          broken.push(
            `Run ${run.id} wrote over ${old} of property ${id}; whoever applied it had seen ${seen?.get(id)}.`,
          );
        if (now !== Math.round((valuesBefore(run.district_code).get(id) ?? 0) * run.factor))
          broken.push(`Run ${run.id} made ${now} of property ${id}.`);
      }
      if (run.wrote.length !== seen?.size)
        broken.push(`Run ${run.id} wrote ${run.wrote.length} values of ${seen?.size}.`);
    }
  }
  for (const { district_code, factor } of factors) {
    const holds = runs.filter((run) => run.district_code === district_code && run.state === 'APPLIED').at(-1);
    if ((holds?.factor ?? null) !== factor)
      broken.push(
        `The factor of district ${district_code} is ${factor}, and run ${holds?.id} of ${holds?.factor} stands last.`,
      );
    for (const [id, v0] of valuesBefore(district_code)) {
      const due = holds ? Math.round(v0 * holds.factor) : null;
      const v1 = values.find((value) => value.id === id)?.v1 ?? null;
      if (v1 !== due) broken.push(`Property ${id} has ${v1}, and ${due} is due.`);
    }
  }
  return broken;
}
