/** The command was not written as it must be; the help is shown with it. */
export class UsageError extends Error {}

export interface Arguments {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Splits `NAME --role viewer --valuer`; an option that is not listed is refused. */
export function argumentsOf(
  args: readonly string[],
  withValue: readonly string[],
  flags: readonly string[],
): Arguments {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('--')) {
      words.push(arg);
      continue;
    }
    const name = arg.slice(2);
    if (flags.includes(name)) options.set(name, 'true');
    else if (withValue.includes(name)) {
      const value = args[++at];
      if (value === undefined) throw new UsageError(`Option "${arg}" needs a value.`);
      options.set(name, value);
    } else throw new UsageError(`Option "${arg}" is unknown.`);
  }
  return { words, options };
}
