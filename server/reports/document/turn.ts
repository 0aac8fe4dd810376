/** Called between two parts of the work: leaves a turn to others, tells how far it is, and throws where it is to stop. */
export type Turn = (share: number, what: string) => Promise<void>;

export const leaveTurn: Turn = () => new Promise((resolve) => setImmediate(resolve));
