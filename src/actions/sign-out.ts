import type { ActionRunner } from '#src/render/action-runner.ts';
import { done } from './step.ts';

export const signOut: ActionRunner = async (_step, ports) => {
  await ports.session.signOut();
  return done();
};
