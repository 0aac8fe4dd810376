/** What a tone may be: none for a value that nothing is to be said of. */
export const tones = ['none', 'good', 'warning', 'bad', 'synthetic', 'muted', 'strong'] as const;

/** What a code may say of the record that has it. */
export const codeTones = ['bad', 'warning', 'good', 'muted'] as const;
export type CodeTone = (typeof codeTones)[number];

export const isCodeTone = (value: unknown): value is CodeTone => codeTones.some((tone) => tone === value);
