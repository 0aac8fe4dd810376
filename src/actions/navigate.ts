import { isTemplate } from '#src/core/linked.ts';
import { isComputedLink } from '#src/core/resolve/resolve-value.ts';
import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, emptiness, refusal, textOf } from './step.ts';

export const navigate: ActionRunner = async (step, ports, extra) => {
  const to = textOf(ports.resolve(step.to, extra));
  if (!to.startsWith('/')) throw emptiness('the route', 'navigate.to');
  if (isTemplate(step.to) && isComputedLink(step.to) && !ports.mayOpen(to))
    throw refusal(`"${to.slice(0, 80)}" is no page that you may open.`);
  ports.navigate(to, { newTab: step.newTab === true, replace: step.replace === true });
  return done(to);
};
