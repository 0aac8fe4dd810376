import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, emptiness, textOf } from './step.ts';

export const navigate: ActionRunner = async (step, ports, extra) => {
  const to = textOf(ports.resolve(step.to, extra));
  if (!to.startsWith('/')) throw emptiness('the route', 'navigate.to');
  ports.navigate(to, { newTab: step.newTab === true, replace: step.replace === true });
  return done(to);
};
