/** A short tone of two notes; silent where the browser has not let the page sound yet. */
export function playTone(): void {
  try {
    const context = new AudioContext();
    const gain = context.createGain();
    gain.gain.value = 0.08;
    gain.connect(context.destination);
    for (const [i, frequency] of [660, 880].entries()) {
      const note = context.createOscillator();
      note.frequency.value = frequency;
      note.connect(gain);
      note.start(context.currentTime + i * 0.18);
      note.stop(context.currentTime + i * 0.18 + 0.15);
      if (i === 1) note.addEventListener('ended', () => void context.close());
    }
  } catch {
    // The dialog is seen all the same.
  }
}
