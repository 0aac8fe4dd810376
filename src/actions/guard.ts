import type { ActionPorts, ActionRunner } from '#src/render/action-runner.ts';
import type { ActOutcome, Failure } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { failed, objectOf, refusal, type StepExtra, stepsOf, stopped } from './step.ts';

/** What every action does around its own work: a rejected call becomes an outcome, and `onError` answers it. */
export function guarded(run: ActionRunner): ActionRunner {
  return async (step, ports, extra) => {
    const outcome = await attempt(() => run(step, ports, extra));
    if (outcome.done || !outcome.failure) return outcome;
    return branch(outcome.failure, objectOf(step.onError) ?? {}, ports, extra);
  };
}

async function attempt(run: () => Promise<ActOutcome>): Promise<ActOutcome> {
  try {
    return await run();
  } catch (thrown) {
    if (isAbort(thrown)) return stopped;
    return failed(asFailure(thrown));
  }
}

/** The steps for exactly this status, else those of `*`; a failure without steps is handed on. */
async function branch(
  failure: Failure,
  branches: { readonly [status: string]: unknown },
  ports: ActionPorts,
  extra: StepExtra,
): Promise<ActOutcome> {
  const wanted = branches[String(failure.status)] ?? branches['*'];
  if (!Array.isArray(wanted)) return failed(failure);
  const { body: _, ...event } = extra;
  const told = await ports.run(stepsOf(wanted), { ...event, failure });
  // The steps told the person; what follows the failed step must still not run.
  return told.done ? stopped : told;
}

export function missing(what: string, action: string): ActOutcome {
  return failed(refusal(`This step cannot run: ${what} is empty. Check "${action}" in the definition.`));
}
