const longest = 2000;

/**
 * Puts the focus on an element that may be drawn only in a moment, e.g. because its part is still loading. Whoever has gone on to
 * another place meanwhile stays there: what they type belongs to it. `from` is where the focus was when it was asked for, which a
 * caller that waits for a frame remembers before.
 */
export function focusSoon(id: string, from: Element | null = document.activeElement): void {
  const until = performance.now() + longest;
  const attempt = () => {
    const { activeElement: at } = document;
    if (at !== from && at !== null && at !== document.body) return;
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}
