import { isExpression } from '#src/core/linked.ts';
import type { ActionPorts, ActionRunner } from '#src/render/action-runner.ts';
import type { ActOutcome, Failure } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { done, objectOf, type StepExtra, stepsOf, stopped } from './step.ts';

/**
 * What every action does around its own work: `when` may leave it out, and `onError` answers its failure.
 * Rejects with a Failure that nobody answers; the spine tells the person then.
 */
export function guarded(run: ActionRunner): ActionRunner {
  return async (step, ports, extra) => {
    if (isExpression(step.when) && ports.resolve(step.when, extra) !== true) return done();
    try {
      return await run(step, ports, extra);
    } catch (thrown) {
      if (isAbort(thrown)) return stopped;
      return branch(asFailure(thrown), objectOf(step.onError) ?? {}, ports, extra);
    }
  };
}

/** The steps for exactly this status, else those of `*`. */
async function branch(
  failure: Failure,
  branches: { readonly [status: string]: unknown },
  ports: ActionPorts,
  extra: StepExtra,
): Promise<ActOutcome> {
  const wanted = branches[String(failure.status)] ?? branches['*'];
  if (!Array.isArray(wanted)) throw failure;
  const { body: _, ...event } = extra;
  const told = await ports.run(stepsOf(wanted), { ...event, failure });
  // The person was told; what follows the failed step must still not run.
  return told.done ? stopped : told;
}
