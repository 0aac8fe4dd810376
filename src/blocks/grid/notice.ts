/** What is told above the rows. */
export interface Notice {
  readonly kind: 'error' | 'info';
  readonly text: string;
}
