// Apart from the reading of days, whose library is more than who only tells of a mistake wants to load.

export const invalidDate = 'Invalid date';

/** How a day may be typed, for whoever typed none. */
export const dayForms = 'Type it as 21-Jul-2025, 2025-07-21, 21/07/2025 or 21072025.';
