// kill -9 of the server, and in every other round of its database with it, while the year is worked: a factor over a district,
// sales linked to benchmarks, the roll. All that a command writes is there or nothing of it, and a repeat ends as if nothing had
// been.
import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { INTERRUPTED } from '#server/jobs/run-job.ts';
import { isJsonObject } from '#src/core/values.ts';
import { type FoundJob, lastJob, lastRun, makeAnew, type Standing, standing } from './annual-office.ts';
import type { KillPlace } from './in-folder.ts';
import { type Answer, Office, pause, randomOf } from './office.ts';

export interface AnnualKillResult {
  /** Rounds whose kill fell while the command ran. */
  readonly caught: number;
  readonly broken: readonly string[];
}

export interface AnnualCommand {
  readonly id: string;
  readonly params: object;
  /** Whether it wants a year that is locked. */
  readonly locked: boolean;
}

export const annualCommands: readonly AnnualCommand[] = [
  { id: 'factor_apply', params: { factor: 1.0583, district: '001' }, locked: false },
  { id: 'link_sales', params: {}, locked: false },
  { id: 'year_roll', params: {}, locked: true },
];

interface Shown {
  readonly done: number;
  readonly same: number;
  readonly stamp: string;
}

function tallyOf({ body }: Answer): Shown {
  const { done, same, stamp } = isJsonObject(body.result) ? body.result : {};
  return { done: Number(done), same: Number(same), stamp: String(stamp) };
}

/** An answer with its job at its end: what takes longer than a moment is answered before. */
async function toTheEnd(office: Office, answer: Answer): Promise<Answer> {
  const under = ({ body }: Answer) => body.state === 'queued' || body.state === 'running';
  let latest = answer;
  for (let i = 0; i < 600 && under(latest); i++) {
    await pause(100);
    latest = await office.call('GET', `/jobs/${Number(answer.body.id)}`);
  }
  return latest;
}

const show = async (office: Office, { id, params }: AnnualCommand): Promise<Shown> =>
  tallyOf(await toTheEnd(office, await office.call('POST', `/commands/${id}/preview`, { params })));

async function run(
  office: Office,
  { id, params }: AnnualCommand,
  { done, same, stamp }: Shown,
): Promise<Answer> {
  const asked = { params, expected: done + same, stamp, request_id: randomUUID() };
  return toTheEnd(office, await office.call('POST', `/commands/${id}/run`, asked));
}

/** The job as it is told once nothing of it is under way; null where the kill came before there was one. */
async function ended(options: KillPlace, after: number): Promise<FoundJob | null> {
  for (let i = 0; i < 600; i++) {
    const job = await lastRun(options, after);
    if (!job || (job.state !== 'queued' && job.state !== 'running')) return job;
    await pause(100);
  }
  return { id: 0, state: 'under way for ever', problem: null };
}

/** What is half: neither as it was nor as it becomes, or partly the one and partly the other. */
function halves(now: Standing, before: Standing, after: Standing): readonly string[] {
  const every = [...before.keys()];
  const moving = every.filter((part) => before.get(part) !== after.get(part));
  const old = moving.filter((part) => now.get(part) === before.get(part));
  const fresh = moving.filter((part) => now.get(part) === after.get(part));
  const neither = every.filter((part) => ![before.get(part), after.get(part)].includes(now.get(part)));
  return [
    ...(neither.length > 0 ? [`${neither.join(', ')}: neither as before nor as after`] : []),
    ...(old.length > 0 && fresh.length > 0
      ? [`${old.join(', ')} as before, yet ${fresh.join(', ')} as after`]
      : []),
  ];
}

/** What is told of a job against what stands. */
function mistold(job: FoundJob | null, written: boolean): readonly string[] {
  if (job === null) return written ? ['it is written, and there is no job'] : [];
  if (job.state === 'done') return written ? [] : ['its job is done, and nothing of it is there'];
  // Killed between its last word and the word on its job: what was finished is kept whole.
  if (job.state === 'failed' && job.problem === INTERRUPTED) return [];
  return [`its job is ${job.state}: ${job.problem}`];
}

/** An undisturbed run: what stands before and after it, how many it writes and in how many milliseconds. */
interface Whole {
  readonly before: Standing;
  readonly after: Standing;
  readonly done: number;
  readonly ms: number;
}

async function undisturbed(office: Office, options: KillPlace, command: AnnualCommand): Promise<Whole> {
  const since = await makeAnew(options, command.locked);
  const before = await standing(options, since);
  const shown = await show(office, command);
  const begun = Date.now();
  const { body, status } = await run(office, command, shown);
  const ms = Date.now() - begun;
  if (body.state !== 'done') throw new Error(`${command.id} answered ${status} ${JSON.stringify(body)}`);
  return { before, after: await standing(options, since), done: shown.done, ms };
}

async function killedOnce(
  office: Office,
  options: KillPlace,
  command: AnnualCommand,
  whole: Whole,
  kill: { readonly after: number; readonly database: boolean; readonly password: string | null },
): Promise<{ readonly broken: readonly string[]; readonly told: string; readonly caught: boolean }> {
  const since = await makeAnew(options, command.locked);
  const last = await lastJob(options);
  const shown = await show(office, command);
  const answer = run(office, command, shown).catch(() => null);
  await pause(kill.after);
  if (kill.database) office.killDatabase();
  await office.kill();
  const answered = (await answer)?.body.state === 'done';
  await office.start();
  await office.signIn(kill.password);
  const job = await ended(options, last);
  const found = await standing(options, since);
  const written = [...whole.before.keys()].some((part) => found.get(part) !== whole.before.get(part));
  const broken = [...halves(found, whole.before, whole.after), ...mistold(job, written)];
  if (answered && !written) broken.push('it was answered, and nothing of it is there');
  if (job && (await office.call('GET', `/jobs/${job.id}`)).body.state !== job.state)
    broken.push(`its job is ${job.state} and is told otherwise`);
  const again = await show(office, command);
  if (written) {
    if (again.done !== 0) broken.push(`it is done, and a repeat is about ${again.done}`);
  } else {
    const { body } = await run(office, command, again);
    if (body.state !== 'done' || again.done !== whole.done)
      broken.push(`a repeat is about ${again.done} and answers ${JSON.stringify(body)}`);
  }
  const end = await standing(options, since);
  const other = [...end.keys()].filter((part) => end.get(part) !== whole.after.get(part));
  if (other.length > 0) broken.push(`in the end ${other.join(', ')} are not as after an undisturbed run`);
  return {
    broken,
    told: `${job ? `its job ${job.state}` : 'no job yet'}, ${written ? 'all of it' : 'nothing of it'} there`,
    caught: job !== null && job.state !== 'done',
  };
}

/** Runs the rounds of a command; even ones kill the database with the server. */
export async function killAnnual(command: AnnualCommand, options: KillPlace): Promise<AnnualKillResult> {
  // Started by root, the database runs as another user, who must get there.
  chmodSync(options.folder, 0o755);
  const random = randomOf(options.seed);
  const office = new Office(options);
  const broken: string[] = [];
  let caught = 0;
  await office.start();
  try {
    const password = office.printedPassword();
    await office.signIn(password);
    const whole = await undisturbed(office, options, command);
    options.log(`${command.id} alone: ${whole.done} written in ${whole.ms} ms.`);
    for (let round = 1; round <= options.rounds; round++) {
      const after = Math.floor(random() * whole.ms);
      const database = round % 2 === 0;
      const one = await killedOnce(office, options, command, whole, { after, database, password });
      if (one.caught) caught += 1;
      const told = `${command.id}, round ${round}: the server${database ? ' and its database were' : ' was'} killed after ${after} ms; ${one.told}`;
      options.log(`${told}.`);
      broken.push(...one.broken.map((what) => `${told}: ${what}.`));
    }
  } finally {
    await office.stop();
  }
  return { caught, broken };
}
