import { showSnackbar } from './snackbars.tsx';

/** How long a way to what the browser blocked is offered. */
const offered = 30_000;

/** Opens an address in a new tab. Where the browser blocks that, a press of a button opens it, which is never blocked. */
export function openTab(to: string): void {
  // With "noopener" the browser would not tell whether it opened anything.
  const tab = window.open(to, '_blank');
  if (tab) {
    tab.opener = null;
    return;
  }
  showSnackbar('warning', 'Your browser did not open the new tab.', offered, {
    label: 'Open it',
    run: () => openTab(to),
  });
}
