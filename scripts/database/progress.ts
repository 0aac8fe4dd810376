/** Of a long command, between two lines. */
const stepPercent = 5;

/** Prints a line of how far a long command is at every five per cent of it. */
export function progressLines(
  print: (line: string) => void,
  now: () => number = Date.now,
): (share: number, message: string) => void {
  const begun = now();
  let next = 0;
  return (share, message) => {
    const percent = Math.floor(share * 100);
    if (percent < next) return;
    next = percent - (percent % stepPercent) + stepPercent;
    print(`${String(percent).padStart(3)} %  ${Math.round((now() - begun) / 1000)} s  ${message}`);
  };
}
