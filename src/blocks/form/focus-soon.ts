const longest = 2000;

/**
 * Puts the focus on an element that may be drawn only in a moment, e.g. because its part is still loading. Whoever has gone on to
 * another place meanwhile stays there: what they type belongs to it.
 */
export function focusSoon(id: string): void {
  const until = performance.now() + longest;
  const from = document.activeElement;
  const attempt = () => {
    const { activeElement: at } = document;
    if (at !== from && at !== null && at !== document.body) return;
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}
