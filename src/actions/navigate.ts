import { isInside } from '#src/core/href.ts';
import { isTemplate } from '#src/core/linked.ts';
import { fillLink, isComputedLink } from '#src/core/resolve/resolve-value.ts';
import type { ActionPorts, ActionRunner } from '#src/render/action-runner.ts';
import { done, emptiness, refusal, type StepExtra, textOf } from './step.ts';

function addressOf(link: unknown, ports: ActionPorts, extra: StepExtra): string {
  const fill = (text: unknown) => textOf(ports.resolve(text, extra));
  return isTemplate(link) ? fillLink(link, fill) : fill(link);
}

export const navigate: ActionRunner = async (step, ports, extra) => {
  const to = addressOf(step.to, ports, extra);
  if (to === '') throw emptiness('the route', 'navigate.to');
  const open = isTemplate(step.to) && isComputedLink(step.to) ? ports.mayOpen(to) : isInside(to);
  if (!open) throw refusal(`"${to.slice(0, 80)}" is no page that you may open.`);
  ports.navigate(to, { newTab: step.newTab === true, replace: step.replace === true });
  return done(to);
};
