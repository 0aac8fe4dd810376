const longest = 2000;

/** Puts the focus on an element that may be drawn only in a moment, e.g. because its part is still loading. */
export function focusSoon(id: string): void {
  const until = performance.now() + longest;
  const attempt = () => {
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}
