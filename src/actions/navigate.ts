import { isInside } from '#src/core/href.ts';
import { isTemplate } from '#src/core/linked.ts';
import { isComputedLink } from '#src/core/resolve/resolve-value.ts';
import type { ActionPorts, ActionRunner } from '#src/render/action-runner.ts';
import { done, emptiness, refusal, type StepExtra, textOf } from './step.ts';

/** The address of a link: what is filled in is one value at its place, and never more of the address. */
function addressOf(link: unknown, ports: ActionPorts, extra: StepExtra): string {
  if (!isTemplate(link) || isComputedLink(link)) return textOf(ports.resolve(link, extra));
  return link.$text
    .map((part) =>
      typeof part === 'string'
        ? part
        : encodeURIComponent(textOf(ports.resolve({ ...link, $text: [part] }, extra))),
    )
    .join('');
}

export const navigate: ActionRunner = async (step, ports, extra) => {
  const to = addressOf(step.to, ports, extra);
  if (to === '') throw emptiness('the route', 'navigate.to');
  const open = isTemplate(step.to) && isComputedLink(step.to) ? ports.mayOpen(to) : isInside(to);
  if (!open) throw refusal(`"${to.slice(0, 80)}" is no page that you may open.`);
  ports.navigate(to, { newTab: step.newTab === true, replace: step.replace === true });
  return done(to);
};
