export const misconfigured: number;
export function delayOf(quick: number, random?: () => number): number;
export function reasonIn(text: string, code: number | null, signal: string | null): string;
export function supervise(
  command: string,
  args: readonly string[],
  options?: { readonly say?: (line: string) => void; readonly env?: NodeJS.ProcessEnv },
): Promise<number>;
