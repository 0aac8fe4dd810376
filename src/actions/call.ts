import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, objectOf, stepsOf, textOf } from './step.ts';

export const call: ActionRunner = async (step, ports, extra) => {
  const { body: added, ...event } = extra;
  const params = objectOf(ports.resolve(step.params, event));
  const query = objectOf(ports.resolve(step.query, event));
  const given =
    step.body === 'form'
      ? event.form
      : step.body === 'row'
        ? event.row
        : objectOf(ports.resolve(step.body, event));
  const body = given || added ? { ...given, ...added } : undefined;
  const answer = await ports.call(textOf(step.operation), {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
  });
  const then = stepsOf(step.then);
  if (then.length === 0) return done(answer);
  const outcome = await ports.run(then, { ...event, answer });
  return outcome.done ? done(answer) : outcome;
};
