import { isJsonObject } from '#src/core/values.ts';
import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, stepsOf } from './step.ts';

export const signIn: ActionRunner = async (step, ports, extra) => {
  const otherwise = stepsOf(step.otherwise);
  const answer = isJsonObject(extra.answer) ? extra.answer : {};
  if (otherwise.length > 0 && answer.token === undefined) return ports.run(otherwise, extra);
  ports.session.signIn(extra.answer);
  return done();
};
