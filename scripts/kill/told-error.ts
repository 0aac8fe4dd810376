/** What an error says, with its causes: fetch says "fetch failed", whatever failed. */
export function toldError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${toldError(error.cause)}`;
}
