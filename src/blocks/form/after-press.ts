let pressed = false;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'pointerdown',
    () => {
      pressed = true;
    },
    { capture: true },
  );
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(
      end,
      () => {
        pressed = false;
      },
      { capture: true },
    );
}

/**
 * Runs at once, or when the pointer is up again. An error that appears under a field as it is left would else move
 * the very button that is being pressed, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (!pressed) {
    run();
    return;
  }
  const end = () => {
    document.removeEventListener('pointerup', end);
    document.removeEventListener('pointercancel', end);
    // After the click that follows.
    setTimeout(run);
  };
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', end);
}
