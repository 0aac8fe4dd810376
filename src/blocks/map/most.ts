/** Rows that are asked for at a time, and drawn in all. */
export const mostAtOnce = 5_000;
export const mostDrawn = 50_000;
