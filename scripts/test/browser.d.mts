/** Path of a Chromium, installed where that is possible and none is found; null: Playwright's own. */
export function findBrowser(say: (line: string) => void): string | null;
