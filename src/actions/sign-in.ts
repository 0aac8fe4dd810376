import type { ActionRunner } from '#src/render/action-runner.ts';
import { done } from './step.ts';

export const signIn: ActionRunner = async (_step, ports, extra) => {
  ports.session.signIn(extra.answer);
  return done();
};
