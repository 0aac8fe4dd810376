import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { jobOfRequest, readJob } from '../../jobs/job-store.ts';
import { visibleJob } from '../../jobs/visible-jobs.ts';
import { Problem, type ProblemCode, type Rejection } from '../../problem.ts';
import problems from '../../problems.json' with { type: 'json' };
import { BULK, type BulkPayload } from './bulk-payload.ts';

/** Milliseconds that the answer waits for the job: a short one is answered whole. */
const patience = 2_000;

/** Begins a job that changes many records; what was asked before under the same id is the job of then. */
export async function startBulk(context: Context, caller: Caller, payload: BulkPayload, requestId?: string) {
  const job = { payload, userId: caller.id, ...(requestId === undefined ? {} : { requestId }) };
  const id = (await context.jobs.start(BULK, job)) ?? (await before(context, caller, payload, requestId));
  for (let waited = 0; waited < patience; waited += 25) {
    const { state } = (await readJob(context.database, id)) ?? { state: 'failed' };
    if (state !== 'queued' && state !== 'running') break;
    await wait(25);
  }
  const shown = await visibleJob(context, caller, id);
  const refusal = isJsonObject(shown.result) ? shown.result.refusal : null;
  if (shown.state === 'failed' && isJsonObject(refusal)) throw problemFrom(refusal);
  return shown;
}

async function before(
  { database }: Context,
  caller: Caller,
  payload: BulkPayload,
  requestId = '',
): Promise<number> {
  const known = await jobOfRequest(database, caller.id, requestId, payload);
  if (known?.same) return known.id;
  throw new Problem('refused', 'Something else was asked under this request id. Send a new one.', {
    errors: [{ pointer: '/request_id', message: 'This id was used before.' }],
  });
}

function isCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problems, code);
}

function isRejection(value: unknown): value is Rejection {
  return isJsonObject(value) && typeof value.pointer === 'string' && typeof value.message === 'string';
}

function problemFrom({ code, message, errors, details }: { readonly [member: string]: unknown }): Problem {
  return new Problem(isCode(code) ? code : 'refused', typeof message === 'string' ? message : undefined, {
    errors: Array.isArray(errors) ? errors.filter(isRejection) : [],
    details: isJsonObject(details) ? details : {},
  });
}
