const longest = 2000;

/**
 * A dialog opens before the fields of its form are loaded, so the browser gives the focus to the button that closes it.
 * Who opened a form wants to fill it in; a person who is elsewhere by then stays there.
 */
export function focusInDialog(form: HTMLFormElement | null): void {
  const button = form?.closest('dialog')?.querySelector(':scope > .cad-dialog-buttons > :focus');
  if (!form || !button) return;
  const until = performance.now() + longest;
  const attempt = () => {
    if (document.activeElement !== button) return;
    const field = form.querySelector<HTMLElement>('input:not(:disabled, [readonly]), textarea, select');
    if (field) field.focus();
    else if (performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}
