/** What a definition may come to, wherever it is looked at: by the checker, by the server and by the page that draws it. */
export const limits = {
  /** Bytes of a file. */
  bytes: 1024 * 1024,
  /** Levels of a file, and of the screen that is made from it. */
  depth: 40,
  linkedDepth: 60,
  /** Values of a file, and of the screen that is made from it, which holds what the file only names. */
  values: 20_000,
  linkedValues: 100_000,
  /** Characters of a property's name. */
  name: 100,
  /** Characters of a text. */
  text: 20_000,
  /** Characters of an expression. */
  expression: 1_000,
  /** Characters of an address. */
  address: 2_000,
} as const;

/** Names of properties that would change the object that they stand in. */
export const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
