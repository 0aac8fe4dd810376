/** What a tone may be: none for a value that nothing is to be said of. */
export const tones = ['none', 'good', 'warning', 'bad', 'synthetic', 'muted', 'strong'] as const;
